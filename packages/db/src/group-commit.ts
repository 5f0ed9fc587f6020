import { setImmediate as thisTurn, setTimeout as sleep } from 'node:timers/promises';
import { commitHalving, type Waiting } from './commit-halving.ts';

/** Puts items that arrive while a commit is under way into the next one. */
export type GroupCommit<Item, Result> = {
  /** Resolves with the item's result once its group is committed; rejects when it could not be. */
  add(item: Item): Promise<Result>;
};

/**
 * Group commit: at low load an item waits for one commit, at high load the cost of a commit is shared by many
 * (Architecture). Groups are committed by up to `concurrency` commits at a time, each of at most `maxItems`.
 *
 * One bad item fails alone, an outage fails the whole group (`commitHalving`).
 *
 * @param commit stores all items in one transaction and gives a result for each, in order.
 */
export function createGroupCommit<Item, Result>(options: {
  commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  isContentFault: (error: unknown) => boolean;
  maxItems: number;
  concurrency: number;
  /** How long a group gathers that follows another one, or begins beside it; not at all unless told. */
  gatherMs?: number;
  onCommit?: (size: number) => void;
}): GroupCommit<Item, Result> {
  const queue: Waiting<Item, Result>[] = [];
  let running = 0;
  let gathering = false;

  /** Asked again after each wait: another commit may gather by now. */
  const stillGathering = (): boolean => gathering;

  const pump = async (): Promise<void> => {
    if (gathering || running >= options.concurrency) return;
    let alone = running === 0;
    running += 1;
    while (queue.length > 0 && !stillGathering()) {
      // What arrives in the same turn of the event loop belongs to the same commit: all sockets that are readable now
      // are read first, which costs a lonely item next to nothing.
      gathering = true;
      await (alone || options.gatherMs === undefined ? thisTurn() : sleep(options.gatherMs));
      gathering = false;
      alone = false;
      const group = queue.splice(0, options.maxItems);
      // The other commits begin to gather what is left.
      if (queue.length > 0) void pump();
      options.onCommit?.(group.length);
      await commitHalving(group, options);
    }
    running -= 1;
  };

  return {
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        queue.push({
          item,
          settle: (outcome) => {
            if (outcome.ok) resolve(outcome.result);
            // The cause is the caller's business; it is passed on unchanged.
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
            else reject(outcome.error);
          },
        });
        void pump();
      }),
  };
}
