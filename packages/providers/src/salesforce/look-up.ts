import type { JsonObject, JsonValue } from '@writ/write-core';
import { isJsonObject, memberOf, objectsIn, textOf } from '../transport/json.ts';
import { plainDecimal } from '../encoded-values.ts';
import type { Holders, KeyFields } from '../look-up/find-by-keys.ts';
import type { KeyField } from '../look-up/key-field.ts';
import { joinedSighting, sightingOf, type Sighting } from '../look-up/sighting.ts';
import { reader } from './failures/failures.ts';
import { dataPath, namingHeaders, objectPath, type SalesforceRequest } from './paths.ts';

/** A path with its headers has at most 16,384 bytes (Providers §1.4). */
export const queryLimits = { mostValues: 200, mostBytes: 8_000 };
const longestValue = 255;

const numbers = new Set(['double', 'int', 'long', 'currency', 'percent']);

/** Unique fields first: an external id need not be unique. */
export const keyFieldsRequest: SalesforceRequest<[], KeyFields> = {
  build: (target) => ({
    method: 'GET',
    path: `${objectPath(target)}/describe`,
    headers: namingHeaders(target),
  }),
  read: reader(({ json }) => {
    if (!isJsonObject(json)) return undefined;
    const usable = objectsIn(json['fields']).filter(
      ({ createable, filterable }) => createable === true && filterable !== false,
    );
    const unique = usable.filter((field) => field['unique'] === true);
    const external = usable.filter((field) => field['unique'] !== true && field['externalId'] === true);
    return { kind: 'keys', fields: [...unique, ...external].map(keyField) };
  }),
};

function keyField({ name, type, caseSensitive, externalId }: JsonObject): KeyField {
  const isNumber = numbers.has(textOf(type) ?? '');
  return {
    name: textOf(name) ?? '',
    asked: (value) => (isNumber ? numberText(value) : quotableText(value)),
    folded: (asked) => (isNumber || caseSensitive === true ? asked : asked.toLowerCase()),
    isUpserted: externalId === true,
  };
}

function numberText(value: JsonValue): string | undefined {
  const number = Number(textOf(value) ?? Number.NaN);
  return Number.isFinite(number) ? plainDecimal(number) : undefined;
}

/** Salesforce removes blanks around a text. */
function quotableText(value: JsonValue): string | undefined {
  const text = (typeof value === 'boolean' ? String(value) : textOf(value))?.trim();
  if (text === undefined || text === '' || text.length > longestValue) return undefined;
  return `'${escaped(text)}'`;
}

const escaped = (text: string): string =>
  text
    .replace(/[\\'"]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\t', String.raw`\t`);

/** Other characters would change the query. */
export const mayBeQueried = (objectName: string): boolean => /^\w+$/.test(objectName);

/**
 * Unlike a search, a query sees new records. An external id need not be unique, so a value may be in several
 * rows.
 */
export const lookUpRequest: SalesforceRequest<[KeyField, asked: readonly string[]], Holders> = {
  build: (target, { name }, asked) => {
    const rows = `FROM ${target.objectName} WHERE ${name} IN (${asked.join(', ')})`;
    const soql = `SELECT Id, CreatedDate, ${name} ${rows}`;
    const path = `${dataPath(target)}/query?q=${encodeURIComponent(soql)}`;
    return { method: 'GET', path, headers: namingHeaders(target) };
  },
  read: reader(({ headers, json }, key: KeyField, asked: readonly string[]) => {
    const rows = memberOf(json, 'records');
    if (!Array.isArray(rows)) return undefined;
    const byValue = new Map<string, Sighting>();
    const isWhole = memberOf(json, 'done') !== false;
    for (const value of isWhole ? asked : []) byValue.set(key.folded(value), { kind: 'absent' });
    const valueIn = (row: JsonObject): string => key.folded(key.asked(row[key.name] ?? null) ?? '');
    for (const [value, own] of Map.groupBy(objectsIn(rows), valueIn)) {
      const seen = own.map((row) => sightingOf(headers, row['Id'], row['CreatedDate']));
      byValue.set(value, isWhole ? seen.reduce(joinedSighting) : { kind: 'unsearchable' });
    }
    return { kind: 'told', byValue };
  }),
};
