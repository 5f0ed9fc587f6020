import type { Database } from '@writ/db';
import type { Announcement } from '@writ/operation';

export type ManagingDeps = Pick<Database, 'pool' | 'prisma' | 'transaction'> & {
  announcement: Announcement;
  /** How long retries of these projects' operations are remembered. */
  retriesKeptHours: (projectIds: readonly string[]) => Promise<number>;
  pokeRelay: () => void;
  onCancelled: (operations: number) => void;
  /** Called after the commit. */
  wakeLanes: (laneIds: Iterable<string>) => void;
};
