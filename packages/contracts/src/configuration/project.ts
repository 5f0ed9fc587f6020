import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, memberMask, nameForm, shortText, updateTime } from '../fields.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';

/** A project as it is answered (Contract §5). */
export const projectSchema = closedObject({
  $id: 'Project',
  optional: ['updateTime'],
  properties: {
    id: { ...id, description: 'Project id.' },
    name: {
      type: 'string',
      description: 'Unique name; it stands for the id in addresses.',
      examples: ['demo'],
    },
    appName: { type: 'string', description: 'What consumers call the application.', examples: ['Demo shop'] },
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
  properties: { name, appName },
});

/** Body of the endpoint that changes what a mask names. */
export const projectPatchSchema = closedObject({
  $id: 'ProjectPatch',
  properties: {
    updateMask: memberMask(['name', 'appName'], 'appName'),
    project: partialObject({
      description: 'Their new values.',
      examples: [{ appName: 'Demo shop' }],
      properties: { name, appName },
    }),
  },
});

export const projectQuerySchema = partialObject({
  properties: {
    includeEntitlements: { type: 'boolean', description: 'Accepted, and without meaning here.' },
  },
});

export type ProjectAnswer = FromSchema<typeof projectSchema>;
