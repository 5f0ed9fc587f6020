import { matching, oneOf, type Schema } from '../schema.ts';

/** Answers always have the long form of an id (Providers §1.2). */
export const recordId = matching('^[0-9A-Za-z]{18}$');
export const typeName = matching('^[A-Z][A-Za-z0-9_]*$');
export const fieldName = '^[A-Za-z][A-Za-z0-9_]*$';
/** `2026-03-01T10:00:00.000+0000` */
export const dateTime = matching(String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+0000$`);
export const dataPath = String.raw`^/services/data/v\d{2,3}\.0`;
export const fieldValue: Schema = { type: ['string', 'number', 'boolean', 'null'] };
export const yes = oneOf(true);
export const no = oneOf(false);
