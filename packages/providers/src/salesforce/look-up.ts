import type { Failed, JsonObject, JsonValue } from '@writ/write-core';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, objectsIn, textOf } from '../json.ts';
import { ageMs } from '../look-up/age.ts';
import type { Holders } from '../look-up/find-by-keys.ts';
import type { KeyField } from '../look-up/key-field.ts';
import type { Sighting } from '../look-up/sighting.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
import { dataPath } from './paths.ts';
import type { SalesforceTarget } from './salesforce-target.ts';

/** A path with its headers may have 16,384 bytes (Providers §1.4). */
export const queryLimits = { mostValues: 200, mostBytes: 8_000 };
/** An external id has no more characters. */
const longestValue = 255;

const numbers = new Set(['double', 'int', 'long', 'currency', 'percent']);

/** The key fields that a describe names: unique ones first, since an external id need not be unique. */
export function readKeyFields(answer: ProviderAnswer): { kind: 'keys'; fields: KeyField[] } | Failed {
  if (answer.status !== 200) return { kind: 'failed', faults: readFaults(answer) };
  if (!isJsonObject(answer.json)) return unreadableAnswer(salesforceDeclaration, answer);
  const usable = objectsIn(answer.json['fields']).filter(
    ({ createable, filterable }) => createable === true && filterable !== false,
  );
  const unique = usable.filter((field) => field['unique'] === true);
  const external = usable.filter((field) => field['unique'] !== true && field['externalId'] === true);
  return { kind: 'keys', fields: [...unique, ...external].map(keyField) };
}

function keyField({ name, type, caseSensitive }: JsonObject): KeyField {
  const isNumber = numbers.has(textOf(type) ?? '');
  return {
    name: textOf(name) ?? '',
    asked: (value) => (isNumber ? numberText(value) : quotableText(value)),
    folded: (asked) => (isNumber || caseSensitive === true ? asked : asked.toLowerCase()),
  };
}

function numberText(value: JsonValue): string | undefined {
  const number = Number(textOf(value) ?? Number.NaN);
  return Number.isFinite(number) ? String(number) : undefined;
}

/** Salesforce keeps a text without the blanks around it. */
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

/** Names of objects are plain words; anything else would change the query. */
export const mayBeQueried = (objectName: string): boolean => /^\w+$/.test(objectName);

/** A query reads what was committed just before, unlike a search. */
export function buildLookUpRequest(
  { version, objectName }: SalesforceTarget,
  { name }: KeyField,
  asked: readonly string[],
): PathRequest {
  const soql = `SELECT Id, CreatedDate, ${name} FROM ${objectName} WHERE ${name} IN (${asked.join(', ')})`;
  return { method: 'GET', path: `${dataPath(version)}/query?q=${encodeURIComponent(soql)}` };
}

/** A value that several rows hold tells nothing: an external id need not be unique. */
export function readLookUpAnswer(
  answer: ProviderAnswer,
  key: KeyField,
  asked: readonly string[],
): Holders | Failed {
  if (answer.status !== 200) return { kind: 'failed', faults: readFaults(answer) };
  if (!isJsonObject(answer.json) || !Array.isArray(answer.json['records'])) {
    return unreadableAnswer(salesforceDeclaration, answer);
  }
  const byValue = new Map<string, Sighting>();
  const isWhole = answer.json['done'] !== false;
  for (const value of isWhole ? asked : []) byValue.set(key.folded(value), { kind: 'absent' });
  for (const row of objectsIn(answer.json['records'])) {
    const value = key.folded(key.asked(row[key.name] ?? null) ?? '');
    const isFirst = byValue.get(value)?.kind === 'absent';
    byValue.set(value, isFirst ? sightingOf(answer, row) : { kind: 'unsearchable' });
  }
  return { kind: 'told', byValue };
}

function sightingOf({ headers }: ProviderAnswer, row: JsonObject): Sighting {
  const recordId = textOf(row['Id']);
  const age = ageMs(headers, textOf(row['CreatedDate']));
  return recordId === undefined || age === undefined
    ? { kind: 'unsearchable' }
    : { kind: 'found', recordId, ageMs: age };
}
