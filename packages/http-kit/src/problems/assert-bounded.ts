/** Kinds of entries that ajv finds again by their value. */
const comparable: unknown[] = ['string', 'number', 'integer', 'boolean'];

/**
 * Refuses a schema that a body made to hurt would keep busy: entries that are to be different, of a type that is not told,
 * are compared each with each, which for those of one body takes the process most of a minute.
 * @throws Error that says what to change
 */
export function assertBounded(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { uniqueItems, items } = schema as { uniqueItems?: unknown; items?: { type?: unknown } };
  if (uniqueItems === true && !comparable.includes(items?.type)) {
    throw new Error(`\`uniqueItems\` needs \`items\` with one \`type\` of ${comparable.join(', ')}`);
  }
  Object.values(schema).forEach(assertBounded);
}
