import type { FromSchema } from 'json-schema-to-ts';
import {
  createTime,
  flag,
  idOf,
  memberMask,
  nameForm,
  oneOf,
  shortTextOf,
  text,
  updateTime,
} from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';

const pageKeys = flag(
  'Whether pages may hold keys with the scope `frontend`. Everybody who can read such a page can then act for every customer whose `groupRef` they know. Off: pages use JSON Web Tokens of their group.',
  false,
);

const gather = flag(
  "Whether asynchronous writes share CRM calls at Salesforce too, unless `gather` is false in the object's config. Set it if the triggers and flows of your customers can handle 200 records at a time.",
  false,
);

export const projectSchema = closedObject({
  $id: 'Project',
  description: 'A project holds all other resources.',
  optional: ['updateTime'],
  properties: {
    id: idOf('Project id.'),
    name: text('Unique name; addresses accept it instead of the id.', 'demo'),
    appName: text('What consumers call the application.', 'Demo shop'),
    pageKeys,
    gather,
    orgId: idOf('The same for all projects: a service belongs to one organization.'),
    createTime,
    updateTime,
  },
});

export const projectListSchema = listOf('ProjectList', projectSchema);

const name = {
  ...nameForm,
  description: 'Unique name; letters, digits, dots, dashes and underscores.',
  examples: ['demo'],
} as const;
const appName = shortTextOf('What consumers call the application.', 'Demo shop');

export const projectRequestSchema = closedObject({
  $id: 'ProjectRequest',
  optional: ['orgId', 'pageKeys', 'gather'],
  properties: {
    name,
    appName,
    pageKeys: { ...pageKeys, description: `${pageKeys.description} Off unless given.` },
    gather: { ...gather, description: `${gather.description} Off unless given.` },
    orgId: shortTextOf('Accepted and ignored.'),
  },
});

export const projectPatchSchema = closedObject({
  $id: 'ProjectPatch',
  properties: {
    updateMask: memberMask(['name', 'appName', 'pageKeys', 'gather'], 'appName'),
    project: partialObject({
      description: 'The new values.',
      examples: [{ appName: 'Demo shop' }],
      properties: { name, appName, pageKeys, gather },
    }),
  },
});

export const projectQuerySchema = partialObject({
  properties: {
    includeEntitlements: flag('Accepted and ignored.'),
  },
});

/** The caller as existing clients know it: a builder with a role in each project it may see. */
export const builderInfoSchema = closedObject({
  $id: 'BuilderInfo',
  properties: {
    builder: closedObject({
      description: 'The caller.',
      optional: ['fullName', 'createTime'],
      properties: {
        id: text('As `createdBy` names it.', 'builder:admin'),
        idpProvider: { const: 'writ', description: 'Who knows the caller: this service.' },
        idpRef: text('The same as `id`.'),
        fullName: text("The key's label."),
        createTime: { ...createTime, description: 'When its key was created.' },
      },
    }),
    projectRoles: {
      type: 'object',
      description: 'Its roles, by the ids of the projects.',
      additionalProperties: closedObject({
        properties: {
          role: oneOf(['admin', 'member'], '`admin` with the scope `full`.'),
          principalType: { const: 'builder', description: 'Whose role it is.' },
          principalId: text('Id of the builder.'),
          project: projectSchema,
        },
      }),
    },
  },
});

export type ProjectAnswer = FromSchema<typeof projectSchema>;
export type BuilderInfoAnswer = FromSchema<typeof builderInfoSchema>;
