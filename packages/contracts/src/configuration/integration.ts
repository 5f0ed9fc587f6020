import type { FromSchema } from 'json-schema-to-ts';
import {
  arrayOf,
  createTime,
  flag,
  idOf,
  nameForm,
  oneOf,
  projectId,
  shortTextOf,
  text,
  updateTime,
} from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';

export const revisionSchema = closedObject({
  $id: 'Revision',
  description: 'A version of an integration; the last one is in force.',
  properties: {
    id: idOf('Revision id; installation configs name it.'),
    specVersion: text("The manifest's version.", '1.0.0'),
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

export const integrationSchema = closedObject({
  $id: 'Integration',
  optional: ['displayName', 'updateTime'],
  properties: {
    id: idOf('Integration id.'),
    projectId,
    name: text('Unique in the project; addresses accept it instead of the id.', 'demo-hubspot'),
    displayName: text('Its display name.', 'Demo HubSpot'),
    provider: text('The provider that it writes to.', 'hubspot'),
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

export const manifestRequestSchema = closedObject({ $id: 'ManifestRequest', properties: { sourceYaml } });

const sourceOfOne = {
  ...sourceYaml,
  description: 'A manifest, as YAML. Its entry with this name is used; others are ignored.',
} as const;

export const integrationRequestSchema = closedObject({
  $id: 'IntegrationRequest',
  examples: [{ name: 'spare-hubspot', provider: 'hubspot' }],
  optional: ['latestRevision'],
  properties: {
    name: { ...nameForm, description: 'Unique in the project.', examples: ['spare-hubspot'] },
    provider: shortTextOf('The provider that it writes to.', 'hubspot'),
    latestRevision: closedObject({
      description: 'What it does. Without it, the integration does nothing until it gets a revision.',
      properties: { sourceYaml: sourceOfOne },
    }),
  },
});

export const revisionRequestSchema = closedObject({
  $id: 'RevisionRequest',
  properties: { sourceYaml: sourceOfOne },
});

export const revisionQuerySchema = partialObject({
  properties: { destructive: flag('Accepted and ignored.') },
});

export const manifestQuerySchema = partialObject({
  properties: {
    destructive: flag(
      'Also delete the integrations that the manifest lacks, or names with another provider. None of them may have installations.',
    ),
    dryRun: flag('Change nothing; report what would change, or what is wrong.'),
  },
});

export const manifestPlanSchema = closedObject({
  $id: 'ManifestPlan',
  properties: {
    changes: arrayOf(
      'The integrations that the project has, then those that it would get.',
      closedObject({
        properties: {
          name: text('The name of the integration.', 'demo-hubspot'),
          provider: text('Its provider.', 'hubspot'),
          change: oneOf(
            ['keep', 'revise', 'drop', 'make'],
            'What would become of it; `revise` gives it a new revision.',
          ),
        },
      }),
    ),
  },
});

export type ManifestPlan = FromSchema<typeof manifestPlanSchema>;
export type IntegrationAnswer = FromSchema<typeof integrationSchema>;
export type RevisionAnswer = FromSchema<typeof revisionSchema>;
