import type { FieldValue } from '../../records/record-store.ts';
import type { SalesforceError } from '../salesforce-error.ts';
import type { Field, FieldType } from '../schema/field.ts';

export type CheckedValue =
  | { kind: 'good'; value: FieldValue | undefined }
  | { kind: 'unreadable'; error: SalesforceError }
  | { kind: 'bad'; error: SalesforceError };

const good = (value: FieldValue | undefined): CheckedValue => ({ kind: 'good', value });

const numberTypes: readonly FieldType[] = ['double', 'currency', 'int'];

const clearedByEmptyText = (type: FieldType): boolean =>
  !numberTypes.includes(type) && type !== 'date' && type !== 'datetime';

/** Checks one value; null clears the field and gives a flag back its default, and so does `""` unless it is a number or a time. */
export function checkValue(field: Field, given: unknown): CheckedValue {
  if (given === null || given === undefined) return good(undefined);
  if (given === '') return clearedByEmptyText(field.type) ? good(undefined) : unreadable(field, given);
  if (field.type === 'boolean') return flagValue(field, given);
  if (numberTypes.includes(field.type)) return numberValue(field, given);
  if (typeof given === 'number') return textValue(field, String(given));
  return typeof given === 'string' ? textValue(field, given) : unreadable(field, given);
}

function flagValue(field: Field, given: unknown): CheckedValue {
  if (typeof given === 'boolean') return good(given);
  if (given === 'true' || given === 'false') return good(given === 'true');
  return unreadable(field, given);
}

function numberValue(field: Field, given: unknown): CheckedValue {
  const number = typeof given === 'string' ? Number(given) : given;
  if (typeof number !== 'number' || !Number.isFinite(number)) return unreadable(field, given);
  return field.type === 'int' && !Number.isInteger(number) ? unreadable(field, given) : good(number);
}

function textValue(field: Field, text: string): CheckedValue {
  if (field.type === 'date' && !isDate(text)) return unreadable(field, text);
  if (field.length > 0 && text.length > field.length && field.type !== 'reference') {
    return bad(field, 'STRING_TOO_LONG', `data value too large: ${text} (max length=${field.length})`);
  }
  const chosen = field.type === 'multipicklist' ? text.split(';') : [text];
  if (field.values.length > 0 && !chosen.every((value) => field.values.includes(value))) {
    const code = 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST';
    return bad(field, code, `bad value for restricted picklist field: ${text}`);
  }
  if (field.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) {
    return bad(field, 'INVALID_EMAIL_ADDRESS', `invalid email address: ${text}`);
  }
  return good(text);
}

/** A day without a time or an offset (Providers §1.2). Of a 30 February V8 makes a day of March. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function bad({ name, label }: Field, code: string, detail: string): CheckedValue {
  return { kind: 'bad', error: { code, message: `${label}: ${detail}`, fields: [name] } };
}

function unreadable({ type, name }: Field, given: unknown): CheckedValue {
  const message = `Cannot deserialize instance of ${type} from ${JSON.stringify(given)} for field ${name} or request may be missing a required field`;
  return { kind: 'unreadable', error: { code: 'JSON_PARSER_ERROR', message } };
}
