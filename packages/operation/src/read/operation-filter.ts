import { idsOfSpan } from '@writ/db';
import type { OperationStatus } from '../operation.ts';

/** What a list of operations may be narrowed by; all of it together. Times are in UTC, as `utcTime` gives them. */
export type OperationFilter = {
  status?: OperationStatus;
  installationId?: string;
  groupRef?: string;
  resource?: string;
  since?: string;
  until?: string;
};

/** SQL: the operation `o` is of the project `$1`, and about of the time that is asked for: what an index answers. */
export const isOfSpan = `o.project_id = $1
    AND ($8::uuid IS NULL OR o.id >= $8)
    AND ($9::uuid IS NULL OR o.id < $9)`;

/** SQL: the operation `o` is of the project `$1` and matches the filter, whose values are `$2` to `$9`. */
export const matchesFilter = `${isOfSpan}
    AND ($2::text IS NULL OR o.status = $2)
    AND ($3::uuid IS NULL OR o.installation_id = $3)
    AND ($4::text IS NULL OR o.group_ref = $4)
    AND ($5::text IS NULL OR o.object_name = $5)
    AND ($6::timestamptz IS NULL OR o.create_time >= $6)
    AND ($7::timestamptz IS NULL OR o.create_time < $7)`;

/** The values of `matchesFilter`. */
export const filterValues = (projectId: string, filter: OperationFilter): unknown[] => [
  projectId,
  filter.status ?? null,
  filter.installationId ?? null,
  filter.groupRef ?? null,
  filter.resource ?? null,
  filter.since ?? null,
  filter.until ?? null,
  ...idsOfSpan(filter),
];
