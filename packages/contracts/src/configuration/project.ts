import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, nameForm, shortText, updateTime } from './facts.ts';

/** A project as it is answered (Contract §5). */
export const projectSchema = {
  $id: 'Project',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'appName', 'createTime'],
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
} as const;

export const projectListSchema = { $id: 'ProjectList', type: 'array', items: projectSchema } as const;

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

export const projectRequestSchema = {
  $id: 'ProjectRequest',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'appName'],
  properties: { name, appName },
} as const;

/** Body of the endpoint that changes what a mask names. */
export const projectPatchSchema = {
  $id: 'ProjectPatch',
  type: 'object',
  additionalProperties: false,
  required: ['updateMask', 'project'],
  properties: {
    updateMask: {
      type: 'array',
      minItems: 1,
      items: { enum: ['name', 'appName'] },
      examples: [['appName']],
      description: 'The members to change; others are ignored.',
    },
    project: {
      type: 'object',
      additionalProperties: false,
      description: 'Their new values.',
      examples: [{ appName: 'Demo shop' }],
      properties: { name, appName },
    },
  },
} as const;

export type ProjectAnswer = FromSchema<typeof projectSchema>;
