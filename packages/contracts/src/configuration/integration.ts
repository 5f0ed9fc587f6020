import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, nameForm, projectId, shortText, updateTime } from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';

/** A version of an integration, as a manifest said it (Contract §5). */
export const revisionSchema = closedObject({
  $id: 'Revision',
  description: 'A version of an integration; the last one is in force.',
  properties: {
    id: { ...id, description: 'Revision id; installation configs name it.' },
    specVersion: { type: 'string', description: "The manifest's version.", examples: ['1.0.0'] },
    createTime,
    content: {
      type: 'object',
      additionalProperties: true,
      description: "The integration's entry of the manifest.",
      examples: [
        { name: 'demo-hubspot', provider: 'hubspot', write: { objects: [{ objectName: 'contacts' }] } },
      ],
    },
  },
});

/** An integration as it is answered, with the revision in force (Contract §5). */
export const integrationSchema = closedObject({
  $id: 'Integration',
  optional: ['displayName', 'updateTime'],
  properties: {
    id: { ...id, description: 'Integration id.' },
    projectId,
    name: {
      type: 'string',
      description: 'Unique in the project; it stands for the id in addresses.',
      examples: ['demo-hubspot'],
    },
    displayName: { type: 'string', description: 'What people call it.', examples: ['Demo HubSpot'] },
    provider: { type: 'string', description: 'The provider that it writes to.', examples: ['hubspot'] },
    latestRevision: revisionSchema,
    createTime,
    updateTime,
  },
});

export const integrationListSchema = listOf('IntegrationList', integrationSchema);

const sourceYaml = {
  type: 'string',
  minLength: 1,
  description: 'The manifest, as YAML: the integrations to make or to change.',
  examples: [
    'specVersion: 1.0.0\nintegrations:\n  - name: demo-hubspot\n    provider: hubspot\n    write:\n      objects:\n        - objectName: contacts\n',
  ],
} as const;

/** Body of the endpoint that applies a manifest. */
export const manifestRequestSchema = closedObject({ $id: 'ManifestRequest', properties: { sourceYaml } });

/** A manifest of which one integration is taken. */
const sourceOfOne = {
  ...sourceYaml,
  description: 'A manifest, as YAML. Its entry of this name is taken; others are left alone.',
} as const;

/** Body of the endpoint that makes one integration. */
export const integrationRequestSchema = closedObject({
  $id: 'IntegrationRequest',
  examples: [{ name: 'spare-hubspot', provider: 'hubspot' }],
  optional: ['latestRevision'],
  properties: {
    name: { ...nameForm, description: 'Unique in the project.', examples: ['spare-hubspot'] },
    provider: { ...shortText, description: 'The provider that it writes to.', examples: ['hubspot'] },
    latestRevision: closedObject({
      description: 'What it does; without it nothing, until a revision says more.',
      properties: { sourceYaml: sourceOfOne },
    }),
  },
});

/** Body of the endpoint that gives an integration a new revision. */
export const revisionRequestSchema = closedObject({
  $id: 'RevisionRequest',
  properties: { sourceYaml: sourceOfOne },
});

export const revisionQuerySchema = partialObject({
  properties: { destructive: { type: 'boolean', description: 'Accepted, and without meaning here.' } },
});

export const manifestQuerySchema = partialObject({
  properties: {
    destructive: {
      type: 'boolean',
      description:
        'Also drop the integrations that the manifest lacks, or names with another provider. None may have installations.',
    },
    dryRun: {
      type: 'boolean',
      description: 'Change nothing, and tell what would change, or what is wrong.',
    },
  },
});

/** What applying a manifest would do. */
export const manifestPlanSchema = closedObject({
  $id: 'ManifestPlan',
  properties: {
    changes: {
      type: 'array',
      description: 'The integrations that the project has, then those that it would get.',
      items: closedObject({
        properties: {
          name: { type: 'string', description: 'The name of the integration.', examples: ['demo-hubspot'] },
          provider: { type: 'string', description: 'Its provider.', examples: ['hubspot'] },
          change: {
            enum: ['keep', 'revise', 'drop', 'make'],
            description: 'What would become of it; `revise` gives it a new revision.',
          },
        },
      }),
    },
  },
});

export type ManifestPlan = FromSchema<typeof manifestPlanSchema>;
export type IntegrationAnswer = FromSchema<typeof integrationSchema>;
export type RevisionAnswer = FromSchema<typeof revisionSchema>;
