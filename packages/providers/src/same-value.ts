import type { JsonValue } from '@writ/write-core';

/**
 * Whether a provider holds the value that was sent, perhaps in another form. HubSpot returns texts whatever was sent,
 * trims them, lowers the case of emails and rewrites numbers and times (Providers §2.2); nothing is null or an empty text.
 */
export function isSameValue(sent: JsonValue, held: JsonValue): boolean {
  const [one, other] = [textOf(sent).trim(), textOf(held).trim()];
  return one === other || isSameEmail(one, other) || isSameNumber(one, other) || isSameMoment(one, other);
}

/** Whether this is nothing, or clears the field that it is sent to: null, and a text or a list without a character. */
export const isEmpty = (value: JsonValue | undefined): boolean => value === undefined || textOf(value) === '';

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  // A field with several choices has them in one text, in both CRMs.
  return Array.isArray(value) ? value.map(textOf).join(';') : JSON.stringify(value);
}

const isSameEmail = (one: string, other: string): boolean =>
  one.length === other.length && one.toLowerCase() === other.toLowerCase() && /^[^\s@]+@[^\s@]+$/.test(one);

/** More digits than these do not survive a conversion: a long id is no number. */
const mostDigits = 15;
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function isSameNumber(one: string, other: string): boolean {
  const isNumber = (text: string): boolean => text.length <= mostDigits && decimal.test(text);
  return isNumber(one) && isNumber(other) && Number(one) === Number(other);
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:T|$)/.test(text);

const isSameMoment = (one: string, other: string): boolean =>
  (isDate(one) || isDate(other)) && momentOf(one) === momentOf(other);

/** Milliseconds since 1970, which HubSpot takes for a time, or such a time; not a number where it is none. */
const momentOf = (text: string): number => (/^-?\d+$/.test(text) ? Number(text) : Date.parse(text));
