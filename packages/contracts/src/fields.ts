import { patterns } from './patterns.ts';
import { closedObject } from './schema.ts';

const shown = <Example>(examples: readonly Example[]): { readonly examples?: readonly Example[] } =>
  examples.length > 0 ? { examples } : {};

/** A text; examples follow its description, as in the builders below. */
export const text = (description: string, ...examples: string[]) =>
  ({ type: 'string', description, ...shown(examples) }) as const;

export const whole = (description: string, ...examples: number[]) =>
  ({ type: 'integer', description, ...shown(examples) }) as const;

export const flag = (description: string, ...examples: boolean[]) =>
  ({ type: 'boolean', description, ...shown(examples) }) as const;

export const oneOf = <const Values extends readonly unknown[]>(
  values: Values,
  description: string,
  ...examples: Values[number][]
) => ({ enum: values, description, ...shown(examples) }) as const;

export const arrayOf = <const Item>(description: string, items: Item, ...examples: unknown[][]) =>
  ({ type: 'array', items, description, ...shown(examples) }) as const;

export const id = { type: 'string', format: 'uuid' } as const;
export const idOf = (description: string) => ({ ...id, description }) as const;

const time = { type: 'string', format: 'date-time' } as const;
export const timeOf = (description: string) => ({ ...time, description }) as const;

export const createTime = timeOf('When it was created.');
export const updateTime = timeOf('When it was last changed; absent before the first change.');
export const projectId = idOf('The project that it belongs to.');

/** A name that stands in a path. */
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
export const shortTextOf = (description: string, ...examples: string[]) =>
  ({ ...shortText, description, ...shown(examples) }) as const;

/** The builder's own reference of a customer group. */
export const groupRef = { ...shortText, examples: ['acme'] } as const;
/** Stands for a secret in answers. Sent back, it means the stored value (Contract §5). */
export const hiddenText = '[hidden]';

export const secret = {
  type: 'string',
  minLength: 1,
  maxLength: 8_192,
  pattern: patterns.secret,
} as const;

export const group = closedObject({
  description: 'The customer group that it is for.',
  properties: {
    groupRef: text("The builder's own reference of the group.", 'acme'),
    groupName: text('Display name of the group; its reference if it has no name.', 'Acme'),
    projectId,
    createTime: timeOf('When the resource that names it here was created.'),
  },
});

/** Unique in its project (Contract §6). */
export const notificationName = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: patterns.notificationName,
  description:
    'Up to 128 printable characters, unique in the project: no `/`, `:` or blanks at the ends, nor `.`, `..` or an id.',
  examples: ['crm-writes'],
} as const;

export const pathMask = (description: string) =>
  ({
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: { type: 'string', maxLength: 1_024 },
    description,
  }) as const;

export const memberMask = <const Names extends readonly string[]>(names: Names, example: Names[number]) =>
  ({
    type: 'array',
    minItems: 1,
    items: { enum: names },
    description: 'The members to change; others are ignored.',
    examples: [[example]],
  }) as const;
