/**
 * Whether two ids name one record. HubSpot takes its ids with and without zeros in front. Salesforce has an id with 15
 * characters and with 18, of which the last three say which of the others are capitals, in whatever capitals it comes.
 */
export const isSameRecord = (one: string | undefined, other: string): boolean =>
  one !== undefined && (withoutZeros(one) === withoutZeros(other) || longId(one) === longId(other));

const withoutZeros = (id: string): string => id.replace(/^0+(?=\d+$)/, '');

/** Of Salesforce's ids that of 18 characters, all of them capitals. */
const longId = (id: string): string =>
  /^[0-9A-Za-z]{15}(?:[0-9A-Za-z]{3})?$/.test(id)
    ? `${id}${id.length === 15 ? suffixOf(id) : ''}`.toUpperCase()
    : id;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** A character for each five of the others: it stands for the bits of those that are capitals. */
const suffixOf = (id: string): string =>
  [0, 5, 10]
    .map((from) => Array.from(id.slice(from, from + 5), (one, at) => (/[A-Z]/.test(one) ? 1 << at : 0)))
    .map((bits) => alphabet.charAt(bits.reduce((sum, bit) => sum + bit, 0)))
    .join('');
