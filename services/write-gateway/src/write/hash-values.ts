import type { Secrets } from '@writ/tenancy';
import { searchedValuesOf, type ProviderDeclaration, type WritePlan } from '@writ/write-core';

type Planned = {
  plan: WritePlan;
  installation: { projectId: string };
  adapter: { declaration: ProviderDeclaration };
};

/** Adds hashes of the values that a search finds records by. */
export type HashValues = (write: Planned, objectName: string) => Promise<WritePlan>;

/** Without a key to hash with, the write is accepted anyway; findings of the system name the missing key. */
export const createHashValues =
  ({ valueHasher }: Pick<Secrets, 'valueHasher'>): HashValues =>
  async ({ plan, installation, adapter }, objectName) => {
    const values = plan.records.map((record) => searchedValuesOf(record, objectName, adapter.declaration));
    if (values.every(({ length }) => length === 0)) return plan;
    const hash = await valueHasher(installation.projectId);
    if (!hash) return plan;
    const records = plan.records.map((record, at) => {
      const valueHashes = values[at]?.map(hash) ?? [];
      return valueHashes.length > 0 ? { ...record, valueHashes } : record;
    });
    return { ...plan, records };
  };
