import { Refusal } from '@writ/problems';

/** Contract §4.1. */
export type BacklogLimit<Holder> = {
  /** @throws Refusal (429) at the holder's limit */
  take(holder: Holder): Promise<void>;
  /** Whether all gateways together may have accepted so many of the holder's writes. Counts nothing. */
  mayHave(holder: Holder, writes: number): boolean;
  /** Of holders counted in the last minute; 0 without one. */
  largestShare(): number;
};

type Backlog = {
  counted: number;
  /** By this process since the count; ends are not subtracted. */
  taken: number;
  atMs: number;
  /** Slow counts rest longer. */
  restMs: number;
};

const leastRestMs = 1_000;
const longestRestMs = 30_000;
const shownForMs = 2 * longestRestMs;
/** Counting takes at most a twentieth of a connection's time. */
const restPerCount = 20;
/** Old counts are forgotten beyond so many holders. */
const mostKept = 10_000;
/** So many gateways together stay within the limit. */
const shareOfRoom = 20;

/**
 * Counts every half minute, after this process used a twentieth of the remaining room, and before a refusal, but in
 * at most a twentieth of the time. Holders far from their limit cost almost nothing.
 *
 * @param count up to a number
 * @param keyOf names a holder, a project or a group
 * @param whose the holder in an error text
 * @param nowMs monotonic
 */
export function createBacklogLimit<Holder>(deps: {
  count: (holder: Holder, upTo: number) => Promise<number>;
  keyOf: (holder: Holder) => string;
  whose: (holder: Holder) => string;
  limit: number;
  nowMs: () => number;
  now: () => Date;
}): BacklogLimit<Holder> {
  const { limit, nowMs, keyOf } = deps;
  const backlogs = new Map<string, Backlog>();

  const look = async (key: string, holder: Holder): Promise<Backlog> => {
    const beganMs = nowMs();
    const before = backlogs.get(key)?.taken ?? 0;
    const counted = await deps.count(holder, limit);
    const endedMs = nowMs();
    const restMs = Math.min(longestRestMs, Math.max(leastRestMs, (endedMs - beganMs) * restPerCount));
    // Writes during the count may count twice, rather than never.
    const taken = (backlogs.get(key)?.taken ?? 0) - before;
    const backlog = { counted, taken, atMs: endedMs, restMs };
    // The oldest count comes first.
    backlogs.delete(key);
    backlogs.set(key, backlog);
    const [oldest] = backlogs.keys();
    if (backlogs.size > mostKept && oldest !== undefined) backlogs.delete(oldest);
    return backlog;
  };
  const counts = new Map<string, Promise<Backlog>>();
  const lookOnce = (key: string, holder: Holder): Promise<Backlog> => {
    const running = counts.get(key) ?? look(key, holder).finally(() => counts.delete(key));
    counts.set(key, running);
    return running;
  };
  const isRested = ({ atMs, restMs }: Backlog): boolean => nowMs() - atMs >= restMs;
  const isOld = ({ counted, taken, atMs }: Backlog): boolean =>
    taken * shareOfRoom > limit - counted || nowMs() - atMs > longestRestMs;
  const isFull = ({ counted, taken }: Backlog): boolean => counted + taken >= limit;

  /** Counts before a refusal by an old count. */
  const backlogOf = (holder: Holder): Promise<Backlog> | Backlog => {
    const key = keyOf(holder);
    const known = backlogs.get(key);
    if (!known || (isRested(known) && isFull(known))) return lookOnce(key, holder);
    // The next write repeats a failed count.
    if (isRested(known) && isOld(known)) lookOnce(key, holder).catch(() => undefined);
    return known;
  };

  return {
    take: async (holder) => {
      const backlog = await backlogOf(holder);
      const retryAfter = new Date(deps.now().getTime() + backlog.restMs);
      if (isFull(backlog)) throw full(deps.whose(holder), limit, retryAfter);
      backlog.taken += 1;
    },
    mayHave: (holder, writes) => {
      const known = backlogs.get(keyOf(holder));
      return !known || known.counted + known.taken * shareOfRoom >= writes;
    },
    largestShare: () => {
      const fresh = [...backlogs.values()].filter(({ atMs }) => nowMs() - atMs < shownForMs);
      return Math.max(0, ...fresh.map(({ counted, taken }) => Math.min(1, (counted + taken) / limit)));
    },
  };
}

const full = (whose: string, limit: number, retryAfter: Date): Refusal =>
  new Refusal('backlog-full', {
    detail: `${whose} has ${limit} unfinished asynchronous writes, which is its limit.`,
    retryAfter,
  });
