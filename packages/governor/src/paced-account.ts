import type { ProviderFault } from '@writ/write-core';
import type { ProviderUsage } from '@writ/providers';
import type { AccountCounters } from './account-counters.ts';
import { accountTeller } from './account-teller.ts';
import {
  afterOverload,
  afterSuccess,
  firstConcurrency,
  overloadedAfterMs,
  type Concurrency,
} from './core/concurrency.ts';
import type { Answer, Ask, QuotaRules } from './core/quota.ts';
import { isDayUsed } from './core/take-report.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import { heldFrom, type HeldLeave } from './held-leave.ts';
import type { CallEnd } from '@writ/providers';
import type { MadeCall } from './report-book.ts';

export type HeldAnswer =
  { kind: 'granted'; leaves: readonly HeldLeave[] } | Extract<Answer, { kind: 'denied' }>;

/** One account as this process sees it: the leaves that it holds, what it has to tell, how much it has under way. */
export type PacedAccount = {
  provider: string;
  /** Asks for leaves, and tells what there is to tell in the same round trip. */
  ask(ask: Ask): Promise<HeldAnswer>;
  /** Leaves for the first calls of units that are claimed next. */
  pool: HeldLeave[];
  /** Hands a leave back; its place in the window is free again. */
  giveBack(leave: HeldLeave): void;
  ended(leave: HeldLeave, call: Omit<MadeCall, 'id'>, end: CallEnd): void;
  /** Writes under way in this process. */
  begun(): void;
  finished(): void;
  /**
   * How many more asynchronous writes may be begun here: as many as are asked for where the account bears all that this
   * process may have under way, since who asks has only so many places, and those that come next in a moment.
   */
  room(): number;
  /** Nothing is under way and nothing is left to tell. */
  isIdle(): boolean;
  /** Tells what is left. */
  flush(): Promise<void>;
};

/** What is told later than this may come too late for who waits for the place of an ended call. */
const longestSilenceMs = 25;
/** Nobody waits for places where there are none. */
const longestFreeSilenceMs = 250;

export function pacedAccount(deps: {
  key: string;
  provider: string;
  rules: QuotaRules;
  counters: AccountCounters;
  /** Asynchronous writes under way at first, and at most. */
  first: number;
  most: number;
  counts: GovernorCounts;
}): PacedAccount {
  const { provider, counts } = deps;
  const teller = accountTeller(deps);
  const pool: HeldLeave[] = [];
  let concurrency: Concurrency = firstConcurrency(deps.first);
  let underWay = 0;
  let freeUntilMs = -Infinity;
  let late = 0;

  /** Answers alone tell of overload: calls that hang or break off would else take the few places that are left. */
  const adapt = (call: Omit<MadeCall, 'id'>, { answered, faults, recordFaults }: CallEnd): void => {
    if (!answered) return;
    const tookMs = call.endedAtMs - call.begunAtMs;
    concurrency =
      tookMs > overloadedAfterMs || [...faults, ...recordFaults].some(isOverload)
        ? afterOverload(concurrency, call.begunAtMs, call.endedAtMs)
        : afterSuccess(concurrency, deps.most);
  };

  const giveBack = ({ id }: HeldLeave): void => {
    if (id === undefined) return;
    teller.book.unused(id);
    teller.tellWithin(longestSilenceMs);
  };

  /** Leaves whose units never came are not to take their places for ever. */
  const dropStale = (): void => {
    const nowMs = performance.now();
    if (pool.every(({ endAtMs }) => endAtMs > nowMs)) return;
    for (const leave of pool.splice(0)) {
      if (leave.endAtMs > nowMs) pool.push(leave);
      else giveBack(leave);
    }
  };

  return {
    provider,
    pool,
    ask: async (ask) => {
      const askedAtMs = performance.now();
      if (askedAtMs < freeUntilMs) return { kind: 'granted', leaves: freeLeaves(ask.wanted, freeUntilMs) };
      underWay += 1;
      const { answer } = await teller.run(ask).finally(() => (underWay -= 1));
      if (answer?.kind !== 'granted') return answer ?? { kind: 'denied', reason: 'outage', waitMs: 1_000 };
      const nowMs = performance.now();
      if (answer.freeForMs === undefined) {
        late = answer.leaves.every(({ validMs }) => nowMs - askedAtMs < validMs) ? 0 : late + 1;
        return { kind: 'granted', leaves: answer.leaves.map(heldFrom({ askedAtMs, nowMs, late })) };
      }
      freeUntilMs = askedAtMs + answer.freeForMs;
      return { kind: 'granted', leaves: freeLeaves(ask.wanted, nowMs + answer.freeForMs) };
    },
    giveBack,
    ended: ({ id }, call, end) => {
      teller.book.ended({ ...call, ...(id !== undefined && { id }) }, end);
      adapt(call, end);
      counts.called(provider, end);
      const isNews = end.faults.some(isUrgent) || (id === undefined && endsFreedom(end.usage, deps.rules));
      if (isNews) freeUntilMs = -Infinity;
      teller.tellWithin(isNews ? 0 : id === undefined ? longestFreeSilenceMs : longestSilenceMs);
    },
    begun: () => (underWay += 1),
    finished: () => (underWay -= 1),
    room: () => {
      dropStale();
      return concurrency.limit < deps.most
        ? concurrency.limit - underWay - pool.length
        : Number.POSITIVE_INFINITY;
    },
    isIdle: () => underWay === 0 && pool.length === 0 && teller.book.isEmpty(),
    flush: () => teller.flush(),
  };
}

const freeLeaves = (count: number, endAtMs: number): HeldLeave[] =>
  Array.from({ length: count }, () => ({ startAtMs: -Infinity, endAtMs: endAtMs + longestFreeLeaveMs }));

/** A leave that holds no place may be used a while after it was given. */
const longestFreeLeaveMs = 2_000;

/** There is a window after all, or asynchronous work has used its share of the day. */
const endsFreedom = ({ window, daily }: ProviderUsage = {}, rules: QuotaRules): boolean =>
  window !== undefined || (daily !== undefined && isDayUsed(daily, rules));

/** What everybody who calls the account has to know at once. */
const isUrgent = ({ kind }: ProviderFault): boolean =>
  kind === 'rate-limited' || kind === 'unavailable' || kind === 'timeout';

const isOverload = ({ kind, limit }: ProviderFault): boolean =>
  kind === 'locked' || kind === 'unavailable' || kind === 'timeout' || limit === 'concurrent';
