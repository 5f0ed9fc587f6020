import type { Check } from '../report/report.ts';
import { countOperations } from './operations-table.ts';
import type { Subject } from './start-subject.ts';

/** Each acknowledged id is one row of its own. */
export async function everyOneStored(
  { pool }: Pick<Subject, 'pool'>,
  operationIds: readonly string[],
): Promise<Check> {
  const { stored } = await countOperations(pool, operationIds);
  const { length } = operationIds;
  return {
    name: 'every acknowledged write is committed',
    holds: length > 0 && stored === length && new Set(operationIds).size === length,
    detail: `${stored} of ${length} found`,
  };
}
