import type { JsonObject } from '@writ/write-core';
import type { CurrentRecord, Identity, ReadRecords } from '../adapter.ts';
import type { PathRequest } from '../transport/exchange.ts';
import { isJsonObject, memberOf, objectsIn, textOf } from '../transport/json.ts';
import { hubspotDeclaration } from './declaration.ts';
import { isNotFound, reader, readItemFaults } from './failures/failures.ts';
import { accountPath, objectsPath, type HubspotRequest } from './paths.ts';

const { recordKeyOf } = hubspotDeclaration;

/** Names the records that were merged into this one; it is unknown, and left out, where HubSpot merges none. */
const mergedIds = 'hs_merged_object_ids';

/**
 * Records come in any order, and one that was merged under the id of the record that it went into; missing ones are named
 * beside them under a 207 (Providers §2.2). An answer that may not
 * tell of all of them fails: a record that it leaves out would pass for one that is not there.
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

/** The ids by which HubSpot finds a record: its own, and those of the records that were merged into it (Providers §2.2). */
function namesOf({ id, properties }: JsonObject): string[] {
  const merged = textOf(memberOf(properties, mergedIds)) ?? '';
  return [textOf(id) ?? '', ...merged.split(';').map((one) => one.trim())];
}

/** Whether a batch read has ended, and tells its results: only then is missing what it leaves out. */
export const isWholeRead = (json: unknown): json is JsonObject =>
  isJsonObject(json) && Array.isArray(json['results']) && (json['status'] ?? 'COMPLETE') === 'COMPLETE';

/** Account details take every kind of token, and take it in a header: token info has it in the address. */
export const buildIdentityRequest = (version: string): PathRequest => ({
  method: 'GET',
  path: accountPath(version),
});

/** The account is the portal's id; HubSpot names portals nowhere in these details. */
export const readIdentityAnswer = reader(({ json }): Identity | undefined => {
  const account = textOf(memberOf(json, 'portalId'));
  return account === undefined ? undefined : { kind: 'identified', account };
});
