import type { ProviderFault } from '@writ/write-core';
import type { AccountCounters } from './account-counters.ts';
import {
  afterOverload,
  afterSuccess,
  firstConcurrency,
  overloadedAfterMs,
  type Concurrency,
} from './core/concurrency.ts';
import type { Answer, Ask, QuotaRules } from './core/quota.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import type { CallEnd } from './pace.ts';
import { reportBook, type MadeCall } from './report-book.ts';

/** Leave for one call, in monotonic time. */
export type HeldLeave = { id: string; startAtMs: number; endAtMs: number };

/** One account as this process sees it: the leaves that it holds, what it has to tell, how much it has under way. */
export type PacedAccount = {
  provider: string;
  /** Asks for leaves, and tells what there is to tell in the same round trip. */
  ask(ask: Ask): Promise<{ kind: 'granted'; leaves: HeldLeave[] } | Extract<Answer, { kind: 'denied' }>>;
  /** Leaves for the first calls of units that are claimed next. */
  pool: HeldLeave[];
  /** Hands a leave back; its place in the window is free again. */
  giveBack(leave: HeldLeave): void;
  ended(leave: HeldLeave, call: Omit<MadeCall, 'id'>, end: CallEnd): void;
  /** Writes under way in this process. */
  begun(): void;
  finished(): void;
  /** How many more asynchronous writes may be begun here. */
  room(): number;
  /** Nothing is under way and nothing is left to tell. */
  isIdle(): boolean;
  /** Tells what is left. */
  flush(): Promise<void>;
};

/** What is told later than this may come too late for who waits for the place of an ended call. */
const longestSilenceMs = 25;

export function pacedAccount(deps: {
  key: string;
  provider: string;
  rules: QuotaRules;
  counters: AccountCounters;
  first: number;
  most: number;
  counts: GovernorCounts;
}): PacedAccount {
  const { key, provider, rules, counters, counts } = deps;
  const book = reportBook();
  const pool: HeldLeave[] = [];
  let concurrency: Concurrency = firstConcurrency(deps.first);
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<unknown> = Promise.resolve();

  const run = (ask?: Ask): Promise<Answer | undefined> => {
    clearTimeout(timer);
    timer = undefined;
    const reports = book.isEmpty() ? [] : [book.take(performance.now())];
    return counters.run(key, { rules, reports, ...(ask && { ask }) });
  };
  const tell = async (): Promise<void> => {
    if (!book.isEmpty()) await run();
  };
  const tellSoon = (delayMs: number): void => {
    const tellNow = (): void => {
      telling = tell();
    };
    if (delayMs === 0) tellNow();
    else timer ??= setTimeout(tellNow, delayMs);
  };

  const adapt = (call: Omit<MadeCall, 'id'>, { answered, faults, recordFaults }: CallEnd): void => {
    const tookMs = call.endedAtMs - call.begunAtMs;
    if (tookMs > overloadedAfterMs || [...faults, ...recordFaults].some(isOverload)) {
      concurrency = afterOverload(concurrency, call.begunAtMs, call.endedAtMs);
    } else if (answered) concurrency = afterSuccess(concurrency, deps.most);
  };

  return {
    provider,
    pool,
    ask: async (ask) => {
      const answer = await run(ask);
      const nowMs = performance.now();
      if (answer?.kind !== 'granted') return answer ?? { kind: 'denied', reason: 'outage', waitMs: 1_000 };
      const leaves = answer.leaves.map(({ id, startInMs, validMs }) => {
        const startAtMs = nowMs + startInMs;
        return { id, startAtMs, endAtMs: startAtMs + validMs };
      });
      return { kind: 'granted', leaves };
    },
    giveBack: ({ id }) => {
      book.unused(id);
      tellSoon(longestSilenceMs);
    },
    ended: ({ id }, call, end) => {
      book.ended({ id, ...call }, end);
      adapt(call, end);
      counts.called(provider, end);
      tellSoon(end.faults.some(isUrgent) ? 0 : longestSilenceMs);
    },
    begun: () => (underWay += 1),
    finished: () => (underWay -= 1),
    room: () => concurrency.limit - underWay - pool.length,
    isIdle: () => underWay === 0 && pool.length === 0 && book.isEmpty(),
    flush: async () => {
      await telling;
      await tell();
    },
  };
}

/** What everybody who calls the account has to know at once. */
const isUrgent = ({ kind }: ProviderFault): boolean =>
  kind === 'rate-limited' || kind === 'unavailable' || kind === 'timeout';

const isOverload = ({ kind, limit }: ProviderFault): boolean =>
  kind === 'locked' || kind === 'unavailable' || kind === 'timeout' || limit === 'concurrent';
