import type { SearchHit } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import type { Secrets } from '@writ/tenancy';

/** `below`: the path below the project. */
export type Hit = Omit<SearchHit, 'path' | 'time'> & { below: string; time: Date };

/** `text` has the form of `id` if that is given. Each way to search finds at most `limit`. */
export type Search = {
  prisma: Prisma.TransactionClient;
  secrets: Pick<Secrets, 'valueHashers'>;
  projectId: string;
  text: string;
  id: string | undefined;
  limit: number;
};

export type Find = (search: Search) => Promise<readonly Hit[]>;

/** Absent rows are none. */
export const hitsOf = <Row extends { id: string; createTime: Date }>(
  type: Hit['type'],
  by: Hit['by'],
  rows: readonly (Row | null | undefined)[],
  describe: (row: Row) => Pick<Hit, 'below' | 'text'>,
): Hit[] =>
  rows.flatMap((row) => (row ? [{ type, id: row.id, by, ...describe(row), time: row.createTime }] : []));
