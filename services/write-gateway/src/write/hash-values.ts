import type { Secrets } from '@writ/tenancy';
import { searchedValuesOf, type PlannedRecord, type ProviderDeclaration } from '@writ/write-core';

/** Adds to records the hashes of the values that a search finds them by. */
export type HashValues = (
  records: readonly PlannedRecord[],
  of: { projectId: string; objectName: string; declaration: ProviderDeclaration },
) => Promise<readonly PlannedRecord[]>;

/** Without a key that hashes, a write is accepted all the same; findings of the system name the missing key. */
export const createHashValues =
  ({ valueHasher }: Pick<Secrets, 'valueHasher'>): HashValues =>
  async (records, { projectId, objectName, declaration }) => {
    const values = records.map((record) => searchedValuesOf(record, objectName, declaration));
    if (values.every(({ length }) => length === 0)) return records;
    const hash = await valueHasher(projectId);
    if (!hash) return records;
    return records.map((record, at) => {
      const valueHashes = values[at]?.map(hash) ?? [];
      return valueHashes.length > 0 ? { ...record, valueHashes } : record;
    });
  };
