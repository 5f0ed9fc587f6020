import { setImmediate as thisTurn, setTimeout as sleep } from 'node:timers/promises';

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** The process and Postgres each hold a group's texts several times. */
export const mostCharactersOfGroup = 5_000_000;

type Commit<Item, Result> = {
  /** Stores all items in one transaction; returns their results in order. */
  commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  isContentFault: (error: unknown) => boolean;
  /** The group was too much for one commit, though each item may be good. */
  wasTooMuch?: (error: unknown) => boolean;
};

/** Each may have taken the full timeout, while all callers wait. */
const mostTooMuch = 2;

/**
 * Group commit: items that arrive during a commit go into the next one. At low load an item waits for one
 * commit; at high load many share its cost. Up to `concurrency` commits run at the same time, each of at most
 * `maxItems`.
 *
 * `add` resolves with the item's result after the commit. A bad item fails alone; an outage fails its group.
 */
export function createGroupCommit<Item, Result>(
  options: Commit<Item, Result> & {
    maxItems: number;
    concurrency: number;
    /** The most that a group of several items weighs. */
    weight?: { of: (item: Item) => number; most: number };
    /** How long a group gathers that follows another or begins beside one; default: 0. */
    gatherMs?: number;
  },
): { add: (item: Item) => Promise<Result> } {
  const queue: Waiting<Item, Result>[] = [];
  let running = 0;
  let gathering = false;

  const stillGathering = (): boolean => gathering;

  const pump = async (): Promise<void> => {
    if (gathering || running >= options.concurrency) return;
    let alone = running === 0;
    running += 1;
    while (queue.length > 0 && !stillGathering()) {
      // Items of the same iteration of the event loop share a commit.
      gathering = true;
      await (alone || options.gatherMs === undefined ? thisTurn() : sleep(options.gatherMs));
      gathering = false;
      alone = false;
      const group = queue.splice(0, sizeOfNext(queue, options));
      // Another commit gathers the rest.
      if (queue.length > 0) void pump();
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
 * Commits a group; never rejects. After an error of content the group is halved until the culprit is alone.
 * After `wasTooMuch` items are committed one by one, until another is too much: the rest fails with it,
 * because their callers wait. Any other error fails the whole group: a retry would hide an outage and might
 * do the work twice.
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
