import { setImmediate as thisTurn, setTimeout as sleep } from 'node:timers/promises';

/** An item that waits for its group, and who is told what became of it. */
type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** Characters of texts that a group may weigh: a commit holds each several times, here and in Postgres. */
export const mostCharactersOfGroup = 5_000_000;

type Commit<Item, Result> = {
  /** Stores all items in one transaction and gives a result for each, in order. */
  commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  isContentFault: (error: unknown) => boolean;
  /** Whether a group was too much for one commit, though nothing may be wrong with any item; none is unless told. */
  wasTooMuch?: (error: unknown) => boolean;
};

/** Commits of a group that may be too much: each may have taken as long as a commit may, and all callers wait meanwhile. */
const mostTooMuch = 2;

/**
 * Group commit, which puts items that arrive while a commit is under way into the next one: at low load an item waits for
 * one commit, at high load the cost of a commit is shared by many (Architecture). Groups are committed by up to `concurrency` commits at a time, each of at most `maxItems`.
 *
 * `add` resolves with the item's result once its group is committed, and rejects when it could not be. One bad item fails
 * alone, an outage fails the whole group (`commitHalving`).
 */
export function createGroupCommit<Item, Result>(
  options: Commit<Item, Result> & {
    maxItems: number;
    concurrency: number;
    /** What a group may weigh at most, unless it is a single item; anything unless told. */
    weight?: { of: (item: Item) => number; most: number };
    /** How long a group gathers that follows another one, or begins beside it; not at all unless told. */
    gatherMs?: number;
    onCommit?: (size: number) => void;
  },
): { add: (item: Item) => Promise<Result> } {
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
      const group = queue.splice(0, sizeOfNext(queue, options));
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
        queue.push({ item, resolve, reject });
        void pump();
      }),
  };
}

/** How many of those that wait are the next group. */
function sizeOfNext<Item>(
  queue: readonly { item: Item }[],
  { maxItems, weight }: { maxItems: number; weight?: { of: (item: Item) => number; most: number } },
): number {
  if (!weight) return maxItems;
  let weighs = 0;
  const next = queue.slice(0, maxItems);
  const past = next.findIndex(({ item }, at) => (weighs += weight.of(item)) > weight.most && at > 0);
  return past < 0 ? maxItems : past;
}

/**
 * Commits a group. One bad item must not fail its neighbours: a group whose commit fails with a fault of its content
 * (`isContentFault`) is halved until the culprit is alone. One that was too much (`wasTooMuch`) is committed item by item,
 * until another one is too much: those behind it fail with it, for callers wait for all of them. Any other fault fails the
 * whole group, since trying again would hide an outage and might do the work twice. Every item is told; it never rejects.
 */
async function commitHalving<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  options: Commit<Item, Result>,
  spent: { tooMuch: number; error?: unknown } = { tooMuch: 0 },
): Promise<void> {
  const rejectAll = (error: unknown): void => {
    for (const { reject } of group) reject(error);
  };
  if (spent.tooMuch >= mostTooMuch) {
    rejectAll(spent.error);
    return;
  }
  try {
    const results = await options.commit(group.map(({ item }) => item));
    group.forEach(({ resolve }, index) => resolve(results[index] as Result));
  } catch (error) {
    const wasTooMuch = options.wasTooMuch?.(error) === true;
    if (wasTooMuch) {
      spent.tooMuch += 1;
      spent.error = error;
    }
    if (group.length === 1 || !(wasTooMuch || options.isContentFault(error))) {
      rejectAll(error);
      return;
    }
    const partLength = wasTooMuch ? 1 : Math.ceil(group.length / 2);
    for (let at = 0; at < group.length; at += partLength)
      await commitHalving(group.slice(at, at + partLength), options, spent);
  }
}
