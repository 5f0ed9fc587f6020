import { Refusal } from '@writ/http-kit';

/** How many unfinished operations a project may have (Contract §4.1). */
export type BacklogLimit = {
  /** Counts one more write of the project in. @throws Refusal (429) when the project has as many as it may. */
  take(projectId: string): Promise<void>;
};

/** What this process believes of a project. */
type Backlog = {
  counted: number;
  /** Writes that came to this process since then; those that ended meanwhile are not taken off. */
  taken: number;
  atMs: number;
  /** How long the count is left alone: a long one costs more. */
  restMs: number;
};

const leastRestMs = 1_000;
const longestRestMs = 30_000;
/** The share of a database connection that counting may take: a twentieth. */
const restPerCount = 20;
/** With up to this many gateways, all of them together don't pass the limit between two counts. */
const shareOfRoom = 20;

/**
 * Counts what is unfinished seldom: anew after half a minute, after this process alone has taken in a twentieth of what
 * was left, and before a refusal, but never in more than a twentieth of the time. So a project far from its limit costs
 * nothing to speak of, and one that is near is counted as often as it can be borne.
 *
 * @param count unfinished operations of a project, counted up to a number
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
    // What came while it was counted may be counted already; it is counted in twice rather than not at all.
    const taken = (backlogs.get(projectId)?.taken ?? 0) - before;
    const backlog = { counted, taken, atMs: endedMs, restMs };
    backlogs.set(projectId, backlog);
    return backlog;
  };
  const counts = new Map<string, Promise<Backlog>>();
  /** One count of a project at a time. */
  const lookOnce = (projectId: string): Promise<Backlog> => {
    const running = counts.get(projectId) ?? look(projectId).finally(() => counts.delete(projectId));
    counts.set(projectId, running);
    return running;
  };
  const isRested = ({ atMs, restMs }: Backlog): boolean => nowMs() - atMs >= restMs;
  const isOld = ({ counted, taken, atMs }: Backlog): boolean =>
    taken * shareOfRoom > limit - counted || nowMs() - atMs > longestRestMs;
  const isFull = ({ counted, taken }: Backlog): boolean => counted + taken >= limit;

  /** What is believed now; counted anew first where a refusal would stand on an old count. */
  const backlogOf = (projectId: string): Promise<Backlog> | Backlog => {
    const known = backlogs.get(projectId);
    if (!known || (isRested(known) && isFull(known))) return lookOnce(projectId);
    // A count that fails is made again by the next write.
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
