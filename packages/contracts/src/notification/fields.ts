/** Fields that the notification resources share. */
export const id = { type: 'string', format: 'uuid' } as const;
export const time = { type: 'string', format: 'date-time' } as const;
export const createTime = { ...time, description: 'When it was created.' } as const;
export const updateTime = {
  ...time,
  description: 'When it last changed; absent before the first change.',
} as const;

/** Name of a topic or destination: unique in its project (Contract §6). */
export const name = {
  type: 'string',
  pattern: '^[A-Za-z0-9-]{1,64}$',
  description: 'Letters, digits and dashes, at most 64; unique in the project.',
  examples: ['crm-writes'],
} as const;

/** An id in a request. Its form is not checked: what names nothing is not found, whatever its form. */
export const reference = { type: 'string', minLength: 1, maxLength: 64 } as const;
