import type { FromSchema } from 'json-schema-to-ts';
import { createTime, group, groupRef, id, pathMask, projectId, shortText, updateTime } from '../fields.ts';
import { listParameters } from '../page.ts';
import { patterns } from '../patterns.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';
import { configContentSchema, sentBackContentSchema } from './config-content.ts';
import { connectionSchema, groupFilters } from './connection.ts';

/** A config as it is answered and told in events: each change makes a new one (Contract §5). */
export const installationConfigSchema = closedObject({
  $id: 'InstallationConfig',
  description: 'What a customer group chose, at a time.',
  properties: {
    id: {
      ...id,
      description: 'Config id; operations name it.',
      examples: ['01980f70-2b6e-7d54-b0c3-91e8a5d7f246'],
    },
    revisionId: { ...id, description: 'The revision of the integration that it is based on.' },
    createTime,
    createdBy: { type: 'string', description: 'Who made it.', examples: ['checkout service'] },
    content: {
      type: 'object',
      required: ['provider'],
      additionalProperties: true,
      properties: { provider: { type: 'string', description: "The integration's provider." } },
      description: 'What the customer group chose, with members that are not known here.',
      examples: [
        {
          provider: 'hubspot',
          write: { objects: { contacts: { objectName: 'contacts', inheritMapping: true } } },
        },
      ],
    },
  },
});

/** An installation as it is answered. */
export const installationSchema = closedObject({
  $id: 'Installation',
  optional: ['lastOperationStatus', 'updateTime', 'warnings'],
  properties: {
    id: { ...id, description: 'Installation id.' },
    projectId,
    integrationId: { ...id, description: 'The integration that is installed.' },
    group,
    healthStatus: { enum: ['healthy', 'unhealthy'], description: 'Whether it can be written to.' },
    lastOperationStatus: {
      enum: ['in_progress', 'success', 'failure'],
      description: 'How its last operation stands.',
    },
    connection: connectionSchema,
    createTime,
    createdBy: { type: 'string', description: 'Who made it.', examples: ['checkout service'] },
    updateTime,
    config: installationConfigSchema,
    warnings: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Of an answer to a change of the config, at most 20: a revision that was replaced, members that are not known here and have a likely meaning, defaults that no write uses, and what the CRM lacks.',
      examples: [
        [
          '`/config/content/write/objects/contacts/inheritMappings` is not known, and was kept. Did you mean `inheritMapping`?',
        ],
      ],
    },
  },
});

export const installationListSchema = listOf('InstallationList', installationSchema);

/** Body of the endpoint that makes an installation. */
export const installationRequestSchema = closedObject({
  $id: 'InstallationRequest',
  optional: ['groupName', 'connectionId'],
  properties: {
    groupRef: { ...groupRef, description: 'The customer group that installs the integration.' },
    groupName: { ...shortText, description: 'What people call the group.', examples: ['Acme'] },
    connectionId: {
      ...id,
      description:
        "The connection that it writes through; when absent the group's newest one to the provider that works, else its newest.",
    },
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
        createdBy: { ...shortText, description: 'Who made it; the key when absent.' },
      },
    }),
  },
});

/** Body of the endpoint that changes parts of an installation, named by a mask. */
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
      'Paths with dots; each replaces that part, or removes it where the body has none. A dot within a name is escaped by a backslash.',
    ),
    installation: partialObject({
      description: 'What the paths take their values from.',
      properties: {
        connectionId: { ...id, description: 'The connection that it writes through.' },
        config: partialObject({
          description: 'Parts of the config.',
          properties: {
            createdBy: { ...shortText, description: 'Who made the change; the key when absent.' },
            revisionId: {
              type: 'string',
              deprecated: true,
              description: 'Without meaning: a change is based on the revision in force.',
            },
            content: sentBackContentSchema,
          },
        }),
      },
    }),
  },
});

/** Body of the endpoint that changes the config of one object by JSON Patch. */
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
    installationId: { ...id, description: 'The installation, instead of its group.' },
    action: { enum: ['read', 'write', 'subscribe'], description: 'The section that the object stands in.' },
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
          op: { enum: ['add', 'replace', 'remove'], description: '`add` also overwrites.' },
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

/** Headers that a change of a config reads (Contract §5). */
export const configHeadersSchema = {
  type: 'object',
  properties: {
    'If-Match': {
      type: 'string',
      maxLength: 2_048,
      pattern: patterns.entityTags,
      description:
        'Ids of configs, each in double quotes, or `*`: the change is made only while one of them is in force; else 412 with that one.',
    },
  },
} as const;

/** Headers of answers that tell an installation. */
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
    provider: { type: 'string', description: 'Only installations that lead to this provider.' },
    groupRef: { ...groupRef, description: 'Only installations of this customer group.' },
  },
});

export const installationQuerySchema = partialObject({
  properties: { skipSampling: { type: 'boolean', description: 'Accepted, and without meaning here.' } },
});

export type InstallationAnswer = FromSchema<typeof installationSchema>;
export type InstallationConfigAnswer = FromSchema<typeof installationConfigSchema>;
