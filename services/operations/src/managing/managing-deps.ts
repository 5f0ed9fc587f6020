import type { Database } from '@writ/db';
import type { Announcement } from '@writ/operation';

export type ManagingDeps = Pick<Database, 'pool' | 'prisma' | 'transaction'> & {
  announcement: Announcement;
  /** How long retries of operations of these projects are remembered. */
  retriesKeptHours: (projectIds: readonly string[]) => Promise<number>;
  /** Wakes the relay of the outbox. */
  pokeRelay: () => void;
  /** Counts cancelled operations. */
  onCancelled: (operations: number) => void;
  /** Called after the commit that gave provider lanes work. */
  wakeLanes: (laneIds: Iterable<string>) => void;
};
