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
  timeOf,
  updateTime,
  whole,
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

/** In days; variables have the same bounds. */
export const retentionBounds = {
  sentRetentionDays: { min: 1, max: 3_650 },
  operationRetentionDays: { min: 4, max: 3_650 },
  deliveryRetentionDays: { min: 1, max: 3_650 },
} as const;

const retentionTexts = {
  sentRetentionDays:
    'Days that the sent records of an operation are kept after its end; at most `operationRetentionDays`.',
  operationRetentionDays: 'Days that operations and their logs are kept after their end.',
  deliveryRetentionDays: 'Days that events and deliveries are kept after the last attempt.',
} as const;

const shownDays = (name: keyof typeof retentionBounds, variable: string) =>
  whole(`${retentionTexts[name]} Absent: \`${variable}\` counts.`, 14);
const givenDays = <const Name extends keyof typeof retentionBounds>(name: Name) =>
  ({
    type: ['integer', 'null'],
    minimum: retentionBounds[name].min,
    maximum: retentionBounds[name].max,
    description: `${retentionTexts[name]} From ${retentionBounds[name].min} to ${retentionBounds[name].max}; null: the environment's value. Only administrators may change it.`,
    examples: [14],
  }) as const;

const retentionNames = ['sentRetentionDays', 'operationRetentionDays', 'deliveryRetentionDays'] as const;

export const projectSchema = closedObject({
  $id: 'Project',
  description: 'A project holds all other resources.',
  optional: ['updateTime', 'eraseTime', ...retentionNames],
  properties: {
    id: idOf('Project id.'),
    name: text('Unique name; addresses accept it instead of the id.', 'demo'),
    appName: text('What consumers call the application.', 'Demo shop'),
    pageKeys,
    gather,
    sentRetentionDays: shownDays('sentRetentionDays', 'SENT_RETENTION_DAYS'),
    operationRetentionDays: shownDays('operationRetentionDays', 'OPERATION_RETENTION_DAYS'),
    deliveryRetentionDays: shownDays('deliveryRetentionDays', 'DELIVERY_RETENTION_DAYS'),
    orgId: idOf('The same for all projects: a service belongs to one organization.'),
    createTime,
    updateTime,
    eraseTime: timeOf(
      'When its erasure began; absent otherwise. Nothing else of it can be read or used from then on.',
    ),
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
    updateMask: memberMask(['name', 'appName', 'pageKeys', 'gather', ...retentionNames], 'appName'),
    project: partialObject({
      description: 'The new values.',
      examples: [{ appName: 'Demo shop' }],
      properties: {
        name,
        appName,
        pageKeys,
        gather,
        sentRetentionDays: givenDays('sentRetentionDays'),
        operationRetentionDays: givenDays('operationRetentionDays'),
        deliveryRetentionDays: givenDays('deliveryRetentionDays'),
      },
    }),
  },
});

export const projectQuerySchema = partialObject({
  properties: {
    includeEntitlements: flag('Accepted and ignored.'),
  },
});

export const eraseProjectQuerySchema = partialObject({
  properties: {
    dryRun: flag('Only count what would be erased.'),
    force: flag('Do not wait for writes in flight.'),
  },
});

export const projectErasureSchema = closedObject({
  $id: 'ProjectErasure',
  description: 'What an erasure would remove; nothing was removed.',
  properties: {
    installations: whole('Installations of the project.'),
    connections: whole('Connections of the project.'),
    operations: closedObject({
      description: 'Operations. Events and settings are not counted.',
      properties: {
        ended: whole('How many have ended.'),
        unfinished: whole('How many have not ended; they end without a further attempt.'),
        sent: whole('Unfinished ones that are in flight or may have been written.'),
      },
    }),
    more: flag('There are too many operations to count: the numbers are lower bounds.'),
  },
});

export type ProjectErasure = FromSchema<typeof projectErasureSchema>;

/** The caller as existing clients know it: a builder with a role in each project it may see. */
export const builderInfoSchema = closedObject({
  $id: 'BuilderInfo',
  properties: {
    builder: closedObject({
      description: 'The caller.',
      optional: ['fullName', 'createTime'],
      properties: {
        id: text('As `createdBy` names it.', 'builder:admin'),
        idpProvider: { const: 'writ', description: 'Who identifies the caller: this service.' },
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
