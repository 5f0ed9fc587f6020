/**
 * Whether two ids name one record. HubSpot ignores leading zeros. Salesforce has ids of 15 characters, and of 18 with a
 * suffix that says which of the others are capitals.
 */
export const isSameRecord = (one: string | undefined, other: string): boolean =>
  one !== undefined && (withoutZeros(one) === withoutZeros(other) || longId(one) === longId(other));

const withoutZeros = (id: string): string => id.replace(/^0+(?=\d+$)/, '');

/** A Salesforce id with its suffix, in capitals. */
const longId = (id: string): string =>
  /^[0-9A-Za-z]{15}(?:[0-9A-Za-z]{3})?$/.test(id)
    ? `${id}${id.length === 15 ? suffixOf(id) : ''}`.toUpperCase()
    : id;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** Each character encodes which of five others are capitals. */
const suffixOf = (id: string): string =>
  [0, 5, 10]
    .map((from) => Array.from(id.slice(from, from + 5), (one, at) => (/[A-Z]/.test(one) ? 1 << at : 0)))
    .map((bits) => alphabet.charAt(bits.reduce((sum, bit) => sum + bit, 0)))
    .join('');
