import type { FromSchema } from 'json-schema-to-ts';
import {
  arrayOf,
  createTime,
  flag,
  group,
  groupRef,
  id,
  idOf,
  oneOf,
  pathMask,
  projectId,
  shortTextOf,
  text,
  updateTime,
} from '../fields.ts';
import { listParameters } from '../page.ts';
import { patterns } from '../patterns.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';
import { configContentSchema, sentBackContentSchema } from './config-content.ts';
import { connectionSchema, groupFilters } from './connection.ts';

/** Each change creates a new config (Contract §5). Events hold it, too. */
export const installationConfigSchema = closedObject({
  $id: 'InstallationConfig',
  description: 'What a customer group chose, at a time.',
  properties: {
    id: {
      ...id,
      description: 'Config id; operations name it.',
      examples: ['01980f70-2b6e-7d54-b0c3-91e8a5d7f246'],
    },
    revisionId: idOf('The revision of the integration that it is based on.'),
    createTime,
    createdBy: text('Its author.', 'checkout service'),
    content: {
      type: 'object',
      required: ['provider'],
      additionalProperties: true,
      properties: { provider: text("The integration's provider.") },
      description: 'What the customer group chose, including unknown members.',
      examples: [
        {
          provider: 'hubspot',
          write: { objects: { contacts: { objectName: 'contacts', inheritMapping: true } } },
        },
      ],
    },
  },
});

export const installationSchema = closedObject({
  $id: 'Installation',
  optional: ['lastOperationStatus', 'updateTime', 'warnings'],
  properties: {
    id: idOf('Installation id.'),
    projectId,
    integrationId: idOf('The integration that is installed.'),
    group,
    healthStatus: oneOf(['healthy', 'unhealthy'], 'Whether it can be written to.'),
    lastOperationStatus: oneOf(['in_progress', 'success', 'failure'], 'State of its last operation.'),
    connection: connectionSchema,
    createTime,
    createdBy: text('Its author.', 'checkout service'),
    updateTime,
    config: installationConfigSchema,
    warnings: arrayOf(
      'Of an answer to a change of the config, at most 20: a replaced revision, unknown members that are probably typing errors, defaults that no write uses, and objects or fields that the CRM lacks.',
      { type: 'string' },
      [
        '`/config/content/write/objects/contacts/inheritMappings` is not known, and was kept. Did you mean `inheritMapping`?',
      ],
    ),
  },
});

export const installationListSchema = listOf('InstallationList', installationSchema);

export const installationRequestSchema = closedObject({
  $id: 'InstallationRequest',
  optional: ['groupName', 'connectionId'],
  properties: {
    groupRef: { ...groupRef, description: 'The customer group that installs the integration.' },
    groupName: shortTextOf('Display name of the group.', 'Acme'),
    connectionId: idOf(
      "The connection that it writes through; by default the group's newest working one to the provider, else its newest.",
    ),
    config: closedObject({
      description: 'The first config.',
      optional: ['revisionId', 'createdBy'],
      properties: {
        content: configContentSchema,
        revisionId: {
          type: 'string',
          deprecated: true,
          description:
            'Revision that it is based on. If the integration has no such revision, the latest one is used, and `warnings` say so.',
        },
        createdBy: shortTextOf('Its author; by default the key.'),
      },
    }),
  },
});

export const installationPatchSchema = closedObject({
  $id: 'InstallationPatch',
  examples: [
    {
      updateMask: ['config.content.write.objects.contacts'],
      installation: {
        config: {
          content: { write: { objects: { contacts: { objectName: 'contacts', inheritMapping: true } } } },
        },
      },
    },
  ],
  properties: {
    updateMask: pathMask(
      'Paths with dots; each replaces that part, or removes it if the body has none. A dot within a name is escaped by a backslash.',
    ),
    installation: partialObject({
      description: 'The new values, at the paths of `updateMask`.',
      properties: {
        connectionId: idOf('The connection that it writes through.'),
        config: partialObject({
          description: 'Parts of the config.',
          properties: {
            createdBy: shortTextOf('Author of the change; by default the key.'),
            revisionId: {
              type: 'string',
              deprecated: true,
              description: 'Ignored: a change is based on the revision in force.',
            },
            content: sentBackContentSchema,
          },
        }),
      },
    }),
  },
});

export const objectConfigPatchSchema = closedObject({
  $id: 'ObjectConfigPatch',
  description: 'The installation is named once: by `groupRef` or by `installationId`.',
  examples: [
    {
      groupRef: 'acme',
      action: 'write',
      changes: [{ op: 'add', path: '/deletionSettings', value: { enabled: true } }],
    },
  ],
  optional: ['groupRef', 'installationId'],
  properties: {
    groupRef: { ...groupRef, description: 'The customer group whose installation is changed.' },
    installationId: idOf('The installation, instead of its group.'),
    action: oneOf(['read', 'write', 'subscribe'], 'The section of the object.'),
    changes: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      description: 'Changes, made in order; all or none.',
      items: closedObject({
        if: { required: ['op'], properties: { op: { enum: ['add', 'replace'] } } },
        then: { required: ['value'], properties: { value: {} } },
        optional: ['value'],
        properties: {
          op: oneOf(['add', 'replace', 'remove'], '`add` also overwrites.'),
          path: {
            type: 'string',
            maxLength: 1_024,
            pattern: patterns.jsonPointer,
            description: "JSON Pointer from the object's config to a member.",
          },
          value: { description: 'The new value; not for `remove`.' },
        },
      }),
    },
  },
});

export const configHeadersSchema = {
  type: 'object',
  properties: {
    'If-Match': {
      type: 'string',
      maxLength: 2_048,
      pattern: patterns.entityTags,
      description:
        'Ids of configs, each in double quotes, or `*`. If none of them is in force: 412 with the config in force.',
    },
  },
} as const;

export const configAnswerHeaders = {
  ETag: {
    description: 'The id of the config in force, in double quotes: for `If-Match`.',
    schema: { type: 'string' },
    example: '"01980f70-2b6e-7d54-b0c3-91e8a5d7f246"',
  },
} as const;

export const installationListQuerySchema = partialObject({
  properties: {
    ...listParameters,
    ...groupFilters,
    provider: text('Only installations that lead to this provider.'),
    groupRef: { ...groupRef, description: 'Only installations of this customer group.' },
  },
});

export const installationQuerySchema = partialObject({
  properties: { skipSampling: flag('Accepted and ignored.') },
});

export type InstallationAnswer = FromSchema<typeof installationSchema>;
export type InstallationConfigAnswer = FromSchema<typeof installationConfigSchema>;
