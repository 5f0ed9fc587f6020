import type { RecordNow } from '@writ/contracts';
import type { JsonObject, JsonValue } from '@writ/write-core';

/** Fields that the CRM can be asked for by their names: an object may say something of another record, or of none. */
export const askedFields = (sent: JsonObject): string[] =>
  Object.keys(sent).filter((field) => !isNested(sent[field]));

/** Each field as it was sent, beside what the record holds; `now` is undefined where there is no record. */
export function fieldsNow(sent: JsonObject, now: JsonObject | undefined): RecordNow['fields'] {
  // Salesforce does not tell capitals from small letters in names, and answers with its own.
  const values = new Map(Object.entries(now ?? {}).map(([field, value]) => [field.toLowerCase(), value]));
  return Object.entries(sent).map(([field, value]) => {
    const held = values.get(field.toLowerCase()) ?? null;
    const told = now && !isNested(value) && { now: held, same: isSame(value, held) };
    return { field, sent: value, ...told };
  });
}

const isNested = (value: JsonValue | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** HubSpot answers with texts whatever was sent, nothing is null or an empty text, and a time has many forms. */
function isSame(sent: JsonValue, held: JsonValue): boolean {
  const [one, other] = [textOf(sent), textOf(held)];
  return one === other || (/^\d{4}-\d\d-\d\d(?:T|$)/.test(other) && momentOf(one) === momentOf(other));
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  // A field with several choices has them in one text, in both CRMs.
  return Array.isArray(value) ? value.map(textOf).join(';') : JSON.stringify(value);
}

/** Milliseconds since 1970, which HubSpot takes for a time, or such a time; not a number where it is none. */
const momentOf = (text: string): number => (/^-?\d+$/.test(text) ? Number(text) : Date.parse(text));
