import { patterns } from './patterns.ts';
import { closedObject } from './schema.ts';

/** Properties that many resources have. */
export const id = { type: 'string', format: 'uuid' } as const;
export const time = { type: 'string', format: 'date-time' } as const;
export const createTime = { ...time, description: 'When it was made.' } as const;
export const updateTime = {
  ...time,
  description: 'When it was last changed; absent before the first change.',
} as const;
export const projectId = { ...id, description: 'The project that it belongs to.' } as const;

/** A name that addresses can hold. */
export const nameForm = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: patterns.name,
} as const;

/** A text that Postgres can store. */
export const shortText = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: patterns.storable,
} as const;

/** The builder's own reference of a customer group, wherever a request has one. */
export const groupRef = { ...shortText, examples: ['acme'] } as const;
/** What is answered in the place of a secret. Sent back, it means the value that is stored there (Contract §5). */
export const hiddenText = '[hidden]';

/** A credential of a provider. */
export const secret = {
  type: 'string',
  minLength: 1,
  maxLength: 8_192,
  pattern: patterns.secret,
} as const;

/** The customer group that something is for. */
export const group = closedObject({
  description: 'The customer group that it is for.',
  properties: {
    groupRef: {
      type: 'string',
      description: "The builder's own reference of the group.",
      examples: ['acme'],
    },
    groupName: {
      type: 'string',
      description: 'What people call the group; its reference where it has no name.',
      examples: ['Acme'],
    },
    projectId,
    createTime: { ...time, description: 'When what names it here was made.' },
  },
});

/** Name of a topic or destination: unique in its project (Contract §6). */
export const notificationName = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: patterns.notificationName,
  description:
    'Up to 128 printable characters, unique in the project: no `/`, `:` or blanks at the ends, nor `.`, `..` or an id.',
  examples: ['crm-writes'],
} as const;

/** Paths to the members that a request changes. */
export const pathMask = (description: string) =>
  ({
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: { type: 'string', maxLength: 1_024 },
    description,
  }) as const;

/** Names of the members that a request changes. */
export const memberMask = <const Names extends readonly string[]>(names: Names, example: Names[number]) =>
  ({
    type: 'array',
    minItems: 1,
    items: { enum: names },
    description: 'The members to change; others are ignored.',
    examples: [[example]],
  }) as const;
