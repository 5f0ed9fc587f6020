import { Refusal } from '@writ/http-kit';

/** Limits a project's unfinished operations (Contract §4.1). */
export type BacklogLimit = {
  /** Counts one more write. @throws Refusal (429) if the project has reached its limit */
  take(projectId: string): Promise<void>;
};

type Backlog = {
  counted: number;
  /** Writes accepted by this process since the count; ends are not subtracted. */
  taken: number;
  atMs: number;
  /** Minimal age of the count before the next; slow counts rest longer. */
  restMs: number;
};

const leastRestMs = 1_000;
const longestRestMs = 30_000;
/** Counting takes at most a twentieth of a connection's time. */
const restPerCount = 20;
/** Up to so many gateways together stay within the limit between counts. */
const shareOfRoom = 20;

/**
 * Counts rarely: every half minute, after this process accepted a twentieth of the remaining room, and before a
 * refusal, but in at most a twentieth of the time. Projects far from their limit cost almost nothing.
 *
 * @param count unfinished operations of a project, up to a number
 * @param nowMs monotonic time
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
    // Writes accepted during the count may count twice, rather than never.
    const taken = (backlogs.get(projectId)?.taken ?? 0) - before;
    const backlog = { counted, taken, atMs: endedMs, restMs };
    backlogs.set(projectId, backlog);
    return backlog;
  };
  const counts = new Map<string, Promise<Backlog>>();
  /** One count per project at a time. */
  const lookOnce = (projectId: string): Promise<Backlog> => {
    const running = counts.get(projectId) ?? look(projectId).finally(() => counts.delete(projectId));
    counts.set(projectId, running);
    return running;
  };
  const isRested = ({ atMs, restMs }: Backlog): boolean => nowMs() - atMs >= restMs;
  const isOld = ({ counted, taken, atMs }: Backlog): boolean =>
    taken * shareOfRoom > limit - counted || nowMs() - atMs > longestRestMs;
  const isFull = ({ counted, taken }: Backlog): boolean => counted + taken >= limit;

  /** Counts first if a refusal would rest on an old count. */
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
  };
}

const full = (limit: number, retryAfter: Date): Refusal =>
  new Refusal('backlog-full', {
    detail: `The project has ${limit} asynchronous writes that have not ended, which is as many as it may have.`,
    retryAfter,
  });
