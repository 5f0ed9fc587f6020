/** A JSON Schema (draft 2020-12). */
export type Schema = Readonly<Record<string, unknown>>;

/** What an answer with a certain status holds: its body, nothing where there is none, and headers that must be there. */
export type AnswerSchema = { body: Schema | undefined; headers: readonly string[] };

/** What one address answers, by status; a status that does not stand here is never answered. */
export type AnswerRoute = {
  name: string;
  method: string;
  /** Of the path below the provider, without the query. */
  path: RegExp;
  answers: Readonly<Record<number, AnswerSchema>>;
};

export const answer = (body: Schema, ...headers: string[]): AnswerSchema => ({ body, headers });
export const emptyAnswer = (...headers: string[]): AnswerSchema => ({ body: undefined, headers });

type Members = Readonly<Record<string, Schema>>;

/** An object with these members, and no others. */
export const exactly = (required: Members, optional: Members = {}): Schema => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

/** An object of which every member has a value of this kind. */
export const mapOf = (values: Schema, keys?: string): Schema => ({
  type: 'object',
  additionalProperties: values,
  ...(keys !== undefined && { propertyNames: { pattern: keys } }),
});

export const listOf = (items: Schema, least = 0): Schema => ({ type: 'array', items, minItems: least });
export const either = (...schemas: Schema[]): Schema => ({ anyOf: schemas });
export const orNull = (schema: Schema): Schema => either(schema, { type: 'null' });
export const oneOf = (...values: readonly (string | number | boolean)[]): Schema => ({ enum: values });
export const matching = (pattern: string): Schema => ({ type: 'string', pattern });

export const text: Schema = { type: 'string' };
export const someText: Schema = { type: 'string', minLength: 1 };
export const page: Schema = matching('^<!doctype html>');
export const flag: Schema = { type: 'boolean' };
export const count: Schema = { type: 'integer', minimum: 0 };
export const wholeNumber: Schema = { type: 'integer' };
export const address: Schema = { type: 'string', format: 'uri' };
/** `2026-03-01T10:00:00.000Z` */
export const moment: Schema = matching(String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`);
