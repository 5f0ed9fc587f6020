import type { Faults, JsonObject, PlannedRecord, ProviderFault } from '@writ/write-core';
import type { ProviderAdapter, ProviderCall } from '../adapter.ts';

/** A record as it is at the provider. */
export type CurrentRecord = { fields: JsonObject; shown: JsonObject };

export type CurrentRecords =
  { kind: 'read'; byId: ReadonlyMap<string, CurrentRecord> } | { kind: 'failed'; faults: Faults };

/**
 * Reads, in one call, what the records hold in the fields that are written only if they are empty. A read writes
 * nothing, so whatever went wrong with it, nothing was sent.
 */
export async function readCurrent(
  adapter: ProviderAdapter,
  call: ProviderCall,
  records: readonly PlannedRecord[],
): Promise<CurrentRecords> {
  const looked = records.filter(({ ifEmpty = [] }) => ifEmpty.length > 0);
  const ids = [...new Set(looked.flatMap(({ id = [] }) => id))];
  const fields = [...new Set(looked.flatMap(({ ifEmpty = [] }) => ifEmpty))];
  const read = await adapter.read(call, ids, fields);
  if (read.kind === 'failed') {
    const [first, ...others] = read.faults;
    return { kind: 'failed', faults: [notSent(first), ...others.map(notSent)] };
  }
  const byId = new Map<string, CurrentRecord>();
  for (const [at, id] of ids.entries()) {
    const [own, shown] = [read.records[at], read.shown[at]];
    if (own !== undefined) byId.set(id, { fields: own, shown: shown ?? own });
  }
  return { kind: 'read', byId };
}

const notSent = (fault: ProviderFault): ProviderFault => ({ ...fault, sent: 'notSent' });
