import type { JsonObject } from '@writ/write-core';
import { isJsonObject, memberOf, objectsIn, textOf, textsIn } from '../transport/json.ts';
import type { Holders, KeyFields } from '../look-up/find-by-keys.ts';
import type { KeyField } from '../look-up/key-field.ts';
import { joinedSighting, sightingOf, type Sighting } from '../look-up/sighting.ts';
import { hubspotDeclaration } from './declaration.ts';
import { isNotFound, reader } from './failures/failures.ts';
import { objectsPath, propertiesPath, type HubspotRequest } from './paths.ts';
import { isWholeRead } from './read.ts';
import { encodeValue } from './write.ts';

const folded = (asked: string): string => asked.trim().toLowerCase();

const keyField = (name: string): KeyField => ({ name, asked: encodeValue, folded, isUpserted: true });

/** HubSpot removes blanks around it, and does not support partial upserts by it (Providers §2.3). */
const email: KeyField = {
  ...keyField('email'),
  asked: (value) => encodeValue(value).trim(),
  isUpserted: false,
};

/** Known without a description. */
export const alwaysKeysOf = (objectName: string): readonly KeyField[] =>
  hubspotDeclaration
    .uniqueFieldsOf?.(objectName)
    .map((name) => (name === email.name ? email : keyField(name))) ?? [];

/** Unique properties that can be set. */
export const keyFieldsRequest: HubspotRequest<[], KeyFields> = {
  build: (target) => ({ method: 'GET', path: propertiesPath(target) }),
  read: reader(({ json }) => {
    if (!isJsonObject(json)) return undefined;
    const keys = objectsIn(json['results']).filter(
      ({ hasUniqueValue, calculated, modificationMetadata }) =>
        hasUniqueValue === true &&
        calculated !== true &&
        memberOf(modificationMetadata, 'readOnlyValue') !== true,
    );
    return { kind: 'keys', fields: keys.map(({ name }) => keyField(textOf(name) ?? '')) };
  }),
};

/**
 * Reads up to 100 records by a unique property. Search would miss new records, and takes five calls a second
 * (Providers §2.4). Records come in any order; missing values are named (Providers §2.2). A value with two
 * answers is not unique.
 */
export const lookUpRequest: HubspotRequest<[KeyField, asked: readonly string[]], Holders> = {
  build: (target, { name }, asked) => ({
    method: 'POST',
    path: `${objectsPath(target)}/batch/read`,
    json: {
      idProperty: name,
      inputs: asked.map((id) => ({ id })),
      properties: [name],
      propertiesWithHistory: [],
    },
  }),
  read: reader(({ headers, json }, { name }: KeyField, asked: readonly string[]) => {
    if (!isWholeRead(json)) return undefined;
    const sighting = ({ id, createdAt }: JsonObject): Sighting => sightingOf(headers, id, createdAt);
    const byValue = new Map<string, Sighting>();
    const tell = (value: string, seen: Sighting): void => {
      byValue.set(value, joinedSighting(byValue.get(value), seen));
    };
    const values = new Set(asked.map(folded));
    const strays: JsonObject[] = [];
    for (const record of objectsIn(json['results'])) {
      const value = valueOf(record, name);
      if (value !== undefined && values.has(value)) tell(value, sighting(record));
      else strays.push(record);
    }
    const errors = objectsIn(json['errors']);
    for (const value of missingIn(errors)) if (values.has(value)) tell(value, { kind: 'absent' });
    const untold = [...values].filter((value) => !byValue.has(value));
    const [stray] = strays;
    if (stray === undefined && errors.every(isNotFound)) {
      for (const value of untold) byValue.set(value, { kind: 'absent' });
    } else if (stray !== undefined && strays.length === 1 && untold.length === 1) {
      // Found by a value that it shows in another form: a second address, a number.
      byValue.set(untold[0] ?? '', sighting(stray));
    }
    return { kind: 'told', byValue };
  }),
};

function valueOf({ properties }: JsonObject, name: string): string | undefined {
  const value = textOf(memberOf(properties, name));
  return value === undefined ? undefined : folded(value);
}

const missingIn = (errors: readonly JsonObject[]): string[] =>
  errors
    .filter(isNotFound)
    .flatMap(({ context }) => textsIn(memberOf(context, 'ids')))
    .map(folded);
