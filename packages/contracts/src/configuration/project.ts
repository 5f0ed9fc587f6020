import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, memberMask, nameForm, shortText, updateTime } from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';

const pageKeys = {
  type: 'boolean',
  description:
    'Whether keys with the scope `frontend` may stand in pages. Everybody who can read such a page can then act for every customer whose `groupRef` they know. Off: pages use JSON Web Tokens of their group.',
  examples: [false],
} as const;

const gather = {
  type: 'boolean',
  description:
    "Whether asynchronous writes share CRM calls at Salesforce too, unless `gather` is false in the object's config. Set it if the triggers and flows of your customers bear 200 records at a time.",
  examples: [false],
} as const;

/** A project as it is answered (Contract §5). */
export const projectSchema = closedObject({
  $id: 'Project',
  description: 'What holds everything else.',
  optional: ['updateTime'],
  properties: {
    id: { ...id, description: 'Project id.' },
    name: {
      type: 'string',
      description: 'Unique name; it stands for the id in addresses.',
      examples: ['demo'],
    },
    appName: { type: 'string', description: 'What consumers call the application.', examples: ['Demo shop'] },
    pageKeys,
    gather,
    orgId: { ...id, description: 'The same for all projects: a service is of one organization.' },
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
const appName = {
  ...shortText,
  description: 'What consumers call the application.',
  examples: ['Demo shop'],
} as const;

export const projectRequestSchema = closedObject({
  $id: 'ProjectRequest',
  optional: ['orgId', 'pageKeys', 'gather'],
  properties: {
    name,
    appName,
    pageKeys: { ...pageKeys, description: `${pageKeys.description} Off unless given.` },
    gather: { ...gather, description: `${gather.description} Off unless given.` },
    orgId: { ...shortText, description: 'Accepted, and without meaning here.' },
  },
});

/** Body of the endpoint that changes what a mask names. */
export const projectPatchSchema = closedObject({
  $id: 'ProjectPatch',
  properties: {
    updateMask: memberMask(['name', 'appName', 'pageKeys', 'gather'], 'appName'),
    project: partialObject({
      description: 'Their new values.',
      examples: [{ appName: 'Demo shop' }],
      properties: { name, appName, pageKeys, gather },
    }),
  },
});

export const projectQuerySchema = partialObject({
  properties: {
    includeEntitlements: { type: 'boolean', description: 'Accepted, and without meaning here.' },
  },
});

/** Who calls, in the words of existing clients: a builder, with a role in each project that it may see. */
export const builderInfoSchema = closedObject({
  $id: 'BuilderInfo',
  properties: {
    builder: closedObject({
      description: 'The caller.',
      optional: ['fullName', 'createTime'],
      properties: {
        id: { type: 'string', description: 'As `createdBy` names it.', examples: ['builder:admin'] },
        idpProvider: { const: 'writ', description: 'Who knows the caller: this service.' },
        idpRef: { type: 'string', description: 'The same as `id`.' },
        fullName: { type: 'string', description: "The key's label." },
        createTime: { ...createTime, description: 'When its key was made.' },
      },
    }),
    projectRoles: {
      type: 'object',
      description: 'Its roles, by the ids of the projects.',
      additionalProperties: closedObject({
        properties: {
          role: { enum: ['admin', 'member'], description: '`admin` with the scope `full`.' },
          principalType: { const: 'builder', description: 'Whose role it is.' },
          principalId: { type: 'string', description: 'Id of the builder.' },
          project: projectSchema,
        },
      }),
    },
  },
});

export type ProjectAnswer = FromSchema<typeof projectSchema>;
export type BuilderInfoAnswer = FromSchema<typeof builderInfoSchema>;
