import type { Database } from '@writ/db';
import type { Announcement } from '@writ/operation';

/** What cancelling and trying again stand on. */
export type ManagingDeps = Pick<Database, 'pool' | 'prisma' | 'transaction'> & {
  announcement: Announcement;
  /** How long it is remembered which operation was tried again as which. */
  retriesKeptHours: number;
  /** Tells the relay that the outbox holds something new. */
  pokeRelay: () => void;
  /** So many operations were cancelled. */
  onCancelled: (operations: number) => void;
  /** Wakes lanes of provider accounts after the commit that gave them work. */
  wakeLanes: (laneIds: Iterable<string>) => void;
};
