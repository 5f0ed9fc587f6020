import type { JsonObject } from '@writ/write-core';
import type { CurrentRecord, Identity, ReadRecords } from '../adapter.ts';
import type { PathRequest } from '../transport/exchange.ts';
import { isJsonObject, memberOf, objectsIn, textOf } from '../transport/json.ts';
import { hubspotDeclaration } from './declaration.ts';
import { isNotFound, reader, readItemFaults } from './failures/failures.ts';
import { accountPath, objectsPath, type HubspotRequest } from './paths.ts';

const { recordKeyOf } = hubspotDeclaration;

/** HubSpot leaves it out if it merges no records of the object. */
const mergedIds = 'hs_merged_object_ids';

/**
 * Records come in any order, merged ones under the surviving id; a 207 names missing ones (Providers §2.2).
 * An incomplete answer fails: a record that it leaves out would pass for missing.
 */
export const readRequest: HubspotRequest<[ids: readonly string[], fields: readonly string[]], ReadRecords> = {
  build: (target, ids, properties) => ({
    method: 'POST',
    path: `${objectsPath(target)}/batch/read`,
    json: {
      inputs: [...new Set(ids.map(recordKeyOf))].map((id) => ({ id })),
      properties: [...new Set([...properties, mergedIds])],
      propertiesWithHistory: [],
    },
  }),
  read: reader(({ json }, ids: readonly string[]) => {
    if (!isWholeRead(json)) return undefined;
    const error = objectsIn(json['errors']).find((one) => !isNotFound(one));
    if (error) return { kind: 'failed', faults: readItemFaults(error) };
    const found = new Map<string, CurrentRecord>();
    for (const shown of objectsIn(json['results'])) {
      const fields = shown['properties'];
      if (!isJsonObject(fields)) continue;
      for (const name of namesOf(shown)) found.set(name, { fields, shown });
    }
    return { kind: 'read', records: ids.map((id) => found.get(recordKeyOf(id))) };
  }),
};

/** Its own id, and those of records merged into it (Providers §2.2). */
function namesOf({ id, properties }: JsonObject): string[] {
  const merged = textOf(memberOf(properties, mergedIds)) ?? '';
  return [textOf(id) ?? '', ...merged.split(';').map((one) => one.trim())];
}

export const isWholeRead = (json: unknown): json is JsonObject =>
  isJsonObject(json) && Array.isArray(json['results']) && (json['status'] ?? 'COMPLETE') === 'COMPLETE';

/** Account details take every kind of token in a header; token info takes it in the address. */
export const buildIdentityRequest = (version: string): PathRequest => ({
  method: 'GET',
  path: accountPath(version),
});

export const readIdentityAnswer = reader(({ json }): Identity | undefined => {
  const account = textOf(memberOf(json, 'portalId'));
  return account === undefined ? undefined : { kind: 'identified', account };
});
