import { domainToASCII } from 'node:url';
import type { JsonValue } from '@writ/write-core';
import { joinedOptions, plainDecimal } from './encoded-values.ts';

/**
 * Whether a provider holds the sent value, perhaps in another form. HubSpot returns texts, trims them, lowers
 * the case of emails, and rewrites numbers and times (Providers §2.2).
 */
export function isSameValue(sent: JsonValue, held: JsonValue): boolean {
  const [one, other] = [textOfValue(sent).trim(), textOfValue(held).trim()];
  return one === other || isSameEmail(one, other) || isSameNumber(one, other) || isSameMoment(one, other);
}

/** Null, or a text or list without a character. */
export const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || textOfValue(value) === '';

export function textOfValue(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number') return plainDecimal(value);
  return Array.isArray(value) ? joinedOptions(value, textOfValue) : JSON.stringify(value);
}

const isSameEmail = (one: string, other: string): boolean =>
  one.length === other.length && one.toLowerCase() === other.toLowerCase() && /^[^\s@]+@[^\s@]+$/.test(one);

/** Conversions lose further digits; longer texts are ids. */
const mostDigits = 15;
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function isSameNumber(one: string, other: string): boolean {
  const isNumber = (text: string): boolean => text.length <= mostDigits && decimal.test(text);
  return isNumber(one) && isNumber(other) && Number(one) === Number(other);
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:T|$)/.test(text);

const isSameMoment = (one: string, other: string): boolean =>
  (isDate(one) || isDate(other)) && momentOf(one) === momentOf(other);

/** Milliseconds since 1970, as HubSpot reads digits; else NaN. */
const momentOf = (text: string): number => (/^-?\d+$/.test(text) ? Number(text) : Date.parse(text));

/**
 * Whether a provider certainly holds another value than was sent. Changes that a provider may make by itself
 * count as the same: capitals, punctuation, order of choices, phone prefix, site address, time zone, markup.
 */
export function isOtherValue(sent: JsonValue, held: JsonValue): boolean {
  const [one, other] = [textOfValue(sent).trim(), textOfValue(held).trim()];
  if (isSameValue(one, other)) return false;
  if (one === '' || other === '') return true;
  // Providers clean markup, and add a list that begins with `;` to the present one.
  if (/[<>&]/.test(one + other) || one.startsWith(';')) return false;
  const moments = [momentOf(one), momentOf(other)] as const;
  if ((isDate(one) || isDate(other)) && moments.every(Number.isFinite))
    return Math.abs(moments[0] - moments[1]) > mostZonesMs;
  if (isPhone(one) && isPhone(other) && /[+()\s/-]/.test(one + other))
    return !endsAlike(digitsOf(one), digitsOf(other));
  const [number, heldNumber] = [withoutGroups(one), withoutGroups(other)];
  if (decimal.test(number) && decimal.test(heldNumber)) return !isNear(Number(number), Number(heldNumber));
  if (isSite(one) && isSite(other)) return hostOf(one) !== hostOf(other);
  const [choices, heldChoices] = [choicesOf(one), choicesOf(other)];
  return choices !== '' && heldChoices !== '' && choices !== heldChoices;
}

/** The greatest difference between time zones. */
const mostZonesMs = 26 * 3_600_000;

/** Without prefix, zero of the area and extension. */
const digitsOf = (text: string): string =>
  text.replace('(0)', '').replace(extension, '').replace(/\D/g, '').replace(/^0+/, '');
const extension = /\s*(?:ext\.?|x)\s*\d+$/i;
const isPhone = (text: string): boolean =>
  /^(?:tel:)?[+(\d][\d\s()./-]*$/i.test(text.replace(extension, '')) && digitsOf(text).length >= 6;
const endsAlike = (one: string, other: string): boolean => one.endsWith(other) || other.endsWith(one);

const withoutGroups = (text: string): string => text.replace(/,(?=\d{3}(?:\D|$))/g, '');

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other));

const isSite = (text: string): boolean => /^(?:https?:\/\/)?[^\s/@]+\.[^\s/@]{2,}(?:\/\S*)?$/i.test(text);
const hostOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/:?#].*$/, '')
    .replace(/^.*[^\0-\x7f].*$/, domainToASCII);

const choicesOf = (text: string): string =>
  [...new Set(text.split(';').map(wordsOf))]
    .filter((words) => words !== '')
    .toSorted()
    .join(';');

const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
