import { asWritten, type Failed, type PlannedRecord } from '@writ/write-core';
import type { BatchCall, CurrentRecord, ProviderAdapter } from '../adapter.ts';
import { isOfSomeRecord, isRefusal, narrowDown } from '../batch/narrow-down.ts';
import { asUnsent } from '../verdict.ts';

export type Current = {
  /** A record may come twice, with different fields. */
  seen: readonly (readonly [id: string, record: CurrentRecord])[];
  /** Updates whose fields the provider refuses to read; retryable if it is unknown whose. */
  refused: ReadonlyMap<PlannedRecord, Failed>;
};

/**
 * Reads, in one call, the fields that are written only if empty. Salesforce refuses the call for one unknown
 * field; it is then narrowed down (Contract §4.4), one update at a time if they belong to different writes,
 * because an id may be the cause. Other failures fail all.
 */
export async function readCurrent(
  adapter: ProviderAdapter,
  call: BatchCall,
  records: readonly PlannedRecord[],
): Promise<Current | Failed> {
  const { fieldKeyOf = asWritten } = adapter.declaration;
  const looking = records.filter(({ ifEmpty = [] }) => ifEmpty.length > 0);
  const fieldsKeyOf = ({ ifEmpty = [] }: PlannedRecord) => JSON.stringify(ifEmpty.map(fieldKeyOf).toSorted());
  const looks = call.isShared
    ? looking.map((record) => [record])
    : [...Map.groupBy(looking, fieldsKeyOf).values()];
  const mayPassForSome = call.isShared && looks.length > 1 ? isRefusal : isOfSomeRecord;
  const seen: [string, CurrentRecord][] = [];
  let broken: Failed | undefined;
  const outcome = await narrowDown(looks, call, async (some) => {
    const ids = [...new Set(some.flat().flatMap(({ id = [] }) => id))];
    const read = await adapter.read(call, ids, fieldsOf(some.flat(), fieldKeyOf));
    if (read.kind === 'failed') {
      if (!mayPassForSome(read.faults)) broken ??= read;
      return read;
    }
    for (const [at, id] of ids.entries()) {
      const record = read.records[at];
      if (record) seen.push([id, record]);
    }
    return { records: some.map(() => read), errors: [] };
  });
  if (broken) return asUnsent(broken);
  const refused = new Map<PlannedRecord, Failed>();
  for (const [at, look] of outcome.records.entries()) {
    if (look.kind !== 'failed') continue;
    const failed = asUnsent(look);
    for (const record of looks[at] ?? []) refused.set(record, failed);
  }
  return { seen, refused };
}

/** Records may differ in the case of a field; Salesforce refuses to read one twice. */
function fieldsOf(records: readonly PlannedRecord[], fieldKeyOf: (name: string) => string): string[] {
  const named = records.flatMap(({ ifEmpty = [] }) =>
    ifEmpty.map((field) => [fieldKeyOf(field), field] as const),
  );
  return [...new Map(named).values()];
}
