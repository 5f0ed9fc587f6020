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

/** A name that addresses can hold: it has no form of an id (of either case: addresses take both), and no colon, which begins a custom method. */
export const nameForm = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern:
    '^(?![0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$)[A-Za-z0-9][A-Za-z0-9._-]*$',
} as const;

/** A text that Postgres can store. */
export const shortText = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\u0000]*$' } as const;

/** What is answered in the place of a secret. Sent back, it means the value that is stored there (Contract §5). */
export const hiddenText = '[hidden]';

/** A credential of a provider. */
export const secret = {
  type: 'string',
  minLength: 1,
  maxLength: 8_192,
  pattern: '^[\\x21-\\x7e]+$',
} as const;

/** The customer group that something is for. */
export const group = closedObject({
  description: 'The customer group that it is for.',
  optional: ['groupName'],
  properties: {
    groupRef: {
      type: 'string',
      description: "The builder's own reference of the group.",
      examples: ['acme'],
    },
    groupName: { type: 'string', description: 'What people call the group.', examples: ['Acme'] },
  },
});

/** Name of a topic or destination: unique in its project (Contract §6). */
export const notificationName = {
  type: 'string',
  pattern: '^[A-Za-z0-9-]{1,64}$',
  description: 'Letters, digits and dashes, at most 64; unique in the project.',
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
