/** Members that many configuration resources have. */
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

/** The customer group that something is for. */
export const group = {
  type: 'object',
  additionalProperties: false,
  required: ['groupRef'],
  description: 'The customer group that it is for.',
  properties: {
    groupRef: {
      type: 'string',
      description: "The builder's own reference of the group.",
      examples: ['acme'],
    },
    groupName: { type: 'string', description: 'What people call the group.', examples: ['Acme'] },
  },
} as const;
