import type { Failed, JsonObject } from '@writ/write-core';
import type { DescribedObject } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, objectsIn, textOf, textsIn } from '../json.ts';
import { ageMs } from '../look-up/age.ts';
import type { Holders } from '../look-up/find-by-keys.ts';
import type { KeyField } from '../look-up/key-field.ts';
import type { Sighting } from '../look-up/sighting.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { hubspotDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { objectsPath } from './paths.ts';
import { encodeValue } from './properties.ts';

const folded = (asked: string): string => asked.trim().toLowerCase();

const keyField = (name: string): KeyField => ({ name, asked: encodeValue, folded });

/** Two contacts can't share an email, whatever the property's metadata says (Providers §2.4). */
export const alwaysKeysOf = (objectName: string): readonly KeyField[] =>
  /^(?:contacts?|0-1)$/i.test(objectName) ? [keyField('email')] : [];

export const keyFieldsIn = ({ fields }: DescribedObject): { kind: 'keys'; fields: KeyField[] } => ({
  kind: 'keys',
  fields: fields.filter(({ unique, readOnly }) => unique && !readOnly).map(({ name }) => keyField(name)),
});

/**
 * Reads up to 100 records by a unique property. Not by search: that one knows a new record only after a while, and may
 * be asked five times a second (Providers §2.4).
 */
export function buildLookUpRequest(
  { version, objectName }: HubspotTarget,
  { name }: KeyField,
  asked: readonly string[],
): PathRequest {
  return {
    method: 'POST',
    path: `${objectsPath(version, objectName)}/batch/read`,
    json: {
      idProperty: name,
      inputs: asked.map((id) => ({ id })),
      properties: [name],
      propertiesWithHistory: [],
    },
  };
}

/** Records come in any order, and values that no record holds are named beside them (Providers §2.2). */
export function readLookUpAnswer(
  answer: ProviderAnswer,
  { name }: KeyField,
  asked: readonly string[],
): Holders | Failed {
  if (answer.status < 200 || answer.status > 299) return { kind: 'failed', faults: readFaults(answer) };
  if (!isJsonObject(answer.json)) return unreadableAnswer(hubspotDeclaration, answer);
  const byValue = new Map<string, Sighting>();
  const values = new Set(asked.map(folded));
  const strays: JsonObject[] = [];
  for (const record of objectsIn(answer.json['results'])) {
    const value = valueOf(record, name);
    if (value !== undefined && values.has(value)) byValue.set(value, sightingOf(answer, record));
    else strays.push(record);
  }
  const errors = objectsIn(answer.json['errors']);
  for (const value of missingIn(errors)) if (values.has(value)) byValue.set(value, { kind: 'absent' });
  const untold = [...values].filter((value) => !byValue.has(value));
  const [stray] = strays;
  if (stray === undefined && errors.every(isNotFound)) {
    for (const value of untold) byValue.set(value, { kind: 'absent' });
  } else if (stray !== undefined && strays.length === 1 && untold.length === 1) {
    // It was found by a value that it does not show in this form: a second address of a contact, a number.
    byValue.set(untold[0] ?? '', sightingOf(answer, stray));
  }
  return { kind: 'told', byValue };
}

function valueOf({ properties }: JsonObject, name: string): string | undefined {
  const value = isJsonObject(properties) ? textOf(properties[name]) : undefined;
  return value === undefined ? undefined : folded(value);
}

function sightingOf({ headers }: ProviderAnswer, record: JsonObject): Sighting {
  const recordId = textOf(record['id']);
  const age = ageMs(headers, textOf(record['createdAt']));
  return recordId === undefined || age === undefined
    ? { kind: 'unsearchable' }
    : { kind: 'found', recordId, ageMs: age };
}

const isNotFound = ({ category }: JsonObject): boolean => category === 'OBJECT_NOT_FOUND';

const missingIn = (errors: readonly JsonObject[]): string[] =>
  errors
    .filter(isNotFound)
    .flatMap(({ context }) => (isJsonObject(context) ? textsIn(context['ids']) : []))
    .map(folded);
