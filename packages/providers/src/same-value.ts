import type { JsonValue } from '@writ/write-core';

/**
 * Whether a provider holds what was sent: HubSpot answers with texts whatever was sent, nothing is null or an empty text,
 * and a time has many forms.
 */
export function isSameValue(sent: JsonValue, held: JsonValue): boolean {
  const [one, other] = [textOf(sent), textOf(held)];
  return one === other || (/^\d{4}-\d\d-\d\d(?:T|$)/.test(other) && momentOf(one) === momentOf(other));
}

/** Whether this is nothing, or clears the field that it is sent to: null, and a text or a list without a character. */
export const isEmpty = (value: JsonValue | undefined): boolean => value === undefined || textOf(value) === '';

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  // A field with several choices has them in one text, in both CRMs.
  return Array.isArray(value) ? value.map(textOf).join(';') : JSON.stringify(value);
}

/** Milliseconds since 1970, which HubSpot takes for a time, or such a time; not a number where it is none. */
const momentOf = (text: string): number => (/^-?\d+$/.test(text) ? Number(text) : Date.parse(text));
