import { Refusal } from '@writ/problems';

/** Contract §4.1. */
export type BacklogLimit = {
  /** @throws Refusal (429) at the project's limit */
  take(projectId: string): Promise<void>;
  /** Of projects counted in the last minute; 0 without one. */
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
/** So many gateways together stay within the limit. */
const shareOfRoom = 20;

/**
 * Counts every half minute, after this process used a twentieth of the remaining room, and before a refusal, but in at
 * most a twentieth of the time. Projects far from their limit cost almost nothing.
 *
 * @param count up to a number
 * @param nowMs monotonic
 */
export function createBacklogLimit(deps: {
  count: (projectId: string, upTo: number) => Promise<number>;
  limit: number;
  nowMs: () => number;
  now: () => Date;
}): BacklogLimit {
  const { limit, nowMs } = deps;
  const backlogs = new Map<string, Backlog>();

  const look = async (projectId: string): Promise<Backlog> => {
    const beganMs = nowMs();
    const before = backlogs.get(projectId)?.taken ?? 0;
    const counted = await deps.count(projectId, limit);
    const endedMs = nowMs();
    const restMs = Math.min(longestRestMs, Math.max(leastRestMs, (endedMs - beganMs) * restPerCount));
    // Writes during the count may count twice, rather than never.
    const taken = (backlogs.get(projectId)?.taken ?? 0) - before;
    const backlog = { counted, taken, atMs: endedMs, restMs };
    backlogs.set(projectId, backlog);
    return backlog;
  };
  const counts = new Map<string, Promise<Backlog>>();
  const lookOnce = (projectId: string): Promise<Backlog> => {
    const running = counts.get(projectId) ?? look(projectId).finally(() => counts.delete(projectId));
    counts.set(projectId, running);
    return running;
  };
  const isRested = ({ atMs, restMs }: Backlog): boolean => nowMs() - atMs >= restMs;
  const isOld = ({ counted, taken, atMs }: Backlog): boolean =>
    taken * shareOfRoom > limit - counted || nowMs() - atMs > longestRestMs;
  const isFull = ({ counted, taken }: Backlog): boolean => counted + taken >= limit;

  /** Counts before a refusal by an old count. */
  const backlogOf = (projectId: string): Promise<Backlog> | Backlog => {
    const known = backlogs.get(projectId);
    if (!known || (isRested(known) && isFull(known))) return lookOnce(projectId);
    // The next write repeats a failed count.
    if (isRested(known) && isOld(known)) lookOnce(projectId).catch(() => undefined);
    return known;
  };

  return {
    take: async (projectId) => {
      const backlog = await backlogOf(projectId);
      if (isFull(backlog)) throw full(limit, new Date(deps.now().getTime() + backlog.restMs));
      backlog.taken += 1;
    },
    largestShare: () => {
      const fresh = [...backlogs.values()].filter(({ atMs }) => nowMs() - atMs < shownForMs);
      return Math.max(0, ...fresh.map(({ counted, taken }) => Math.min(1, (counted + taken) / limit)));
    },
  };
}

const full = (limit: number, retryAfter: Date): Refusal =>
  new Refusal('backlog-full', {
    detail: `The project has ${limit} unfinished asynchronous writes, which is its limit.`,
    retryAfter,
  });
