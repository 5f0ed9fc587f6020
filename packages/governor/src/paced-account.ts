import type { CallEnd, ProviderUsage } from '@writ/providers';
import type { ProviderFault } from '@writ/write-core';
import { accountTeller, type Telling } from './account-teller.ts';
import { afterOverload, afterSuccess, firstConcurrency, overloadedAfterMs } from './core/concurrency.ts';
import type { Answer, Ask, EndedCall, Permit, QuotaRules } from './core/errand.ts';
import { isDayUsed } from './core/take-calls.ts';
import { createPlaces } from './places.ts';
import type { ProviderRules } from './provider-rules.ts';

/** Without an id the permit takes no place, since the account has no window. */
export type HeldPermit = Omit<Permit, 'id'> & { id?: string };
export type HeldAnswer =
  { kind: 'granted'; permits: readonly HeldPermit[] } | Extract<Answer, { kind: 'denied' }>;

export type PacedAccount = ReturnType<typeof pacedAccount>;

/**
 * How soon to report a freed place while callers may wait for it, and everything until an answer says how
 * soon.
 */
const soonMs = 25;
/** How long a permit without a place stays valid. */
const longestFreePermitMs = 2_000;

type AccountOptions = Telling & {
  rules: ProviderRules;
  /** Writes that run in this process: asynchronous and synchronous. */
  most: number;
  mostSynchronous: number;
};

/** One account as this process sees it: its permits, unsent reports and running writes. */
export function pacedAccount(options: AccountOptions) {
  const { provider, counts, rules, most } = options;
  const teller = accountTeller(options);
  const pool: HeldPermit[] = [];
  let concurrency = firstConcurrency(Math.min(most, rules.firstConcurrency ?? most));
  let [underWay, freeUntilMs] = [0, -Infinity];
  let [tellWithinMs, isRoomy] = [soonMs, false];

  /** Only answers show overload. Calls that hang or break off would otherwise take the last places. */
  const adapt = (begunAtMs: number, endedAtMs: number, { answered, faults, recordFaults }: CallEnd): void => {
    if (!answered) return;
    const isOver = endedAtMs - begunAtMs > overloadedAfterMs || [...faults, ...recordFaults].some(isOverload);
    concurrency = isOver ? afterOverload(concurrency, begunAtMs, endedAtMs) : afterSuccess(concurrency, most);
  };

  const giveBack = ({ id }: HeldPermit): void => {
    if (id === undefined) return;
    teller.unused(id);
    teller.tellWithin(isRoomy ? tellWithinMs : soonMs);
  };

  /** Units of some permits never come: their places must not stay taken. */
  const dropStale = (): void => {
    const nowMs = performance.now();
    for (const permit of pool.splice(0)) {
      if (permit.endAtMs > nowMs) pool.push(permit);
      else giveBack(permit);
    }
  };

  return {
    provider,
    /** Permits for the first calls of units that are claimed next. */
    pool,
    /** For synchronous writes, from their first call on. */
    places: createPlaces(options.mostSynchronous),
    ask: async (ask: Ask): Promise<HeldAnswer> => {
      const askedAtMs = performance.now();
      if (askedAtMs < freeUntilMs) return freePermits(ask.wanted, freeUntilMs);
      const { answer = outOfReach } = await teller.ask(ask);
      ({ tellWithinMs, isRoomy } = { tellWithinMs, isRoomy: false, ...answer });
      if (answer.kind === 'denied' || answer.freeForMs === undefined) return answer;
      freeUntilMs = askedAtMs + answer.freeForMs;
      return freePermits(ask.wanted, freeUntilMs);
    },
    giveBack,
    ended: (
      { id }: HeldPermit,
      { write, begunAtMs }: Pick<EndedCall, 'write' | 'begunAtMs'>,
      end: CallEnd,
    ): void => {
      const endedAtMs = performance.now();
      teller.ended({ ...(id !== undefined && { permitId: id }), write, begunAtMs, endedAtMs, end });
      adapt(begunAtMs, endedAtMs, end);
      counts.called(provider, end);
      const isNews = end.faults.some(isUrgent) || (id === undefined && endsFreedom(end.usage, rules));
      if (isNews) freeUntilMs = -Infinity;
      teller.tellWithin(isNews ? 0 : tellWithinMs);
    },
    /** Counts a running write, until `finished`. */
    begun: () => (underWay += 1),
    finished: () => (underWay -= 1),
    /**
     * How many more asynchronous writes may begin here. Infinity while the account bears all that this
     * process may run: the caller bounds those itself.
     */
    room: (): number => {
      dropStale();
      return concurrency.limit < most ? concurrency.limit - underWay - pool.length : Infinity;
    },
    flush: (): Promise<void> => teller.flush(),
  };
}

const outOfReach: Answer = { kind: 'denied', reason: 'outage', waitMs: 1_000 };

const freePermits = (count: number, untilMs: number): HeldAnswer => ({
  kind: 'granted',
  permits: Array.from({ length: count }, () => ({
    startAtMs: -Infinity,
    endAtMs: untilMs + longestFreePermitMs,
  })),
});

/** The account has a window after all, or asynchronous work has used its share of the day. */
const endsFreedom = ({ window, daily }: ProviderUsage = {}, rules: QuotaRules): boolean =>
  window !== undefined || (daily !== undefined && isDayUsed(daily, rules));

/** All callers of the account need to know this immediately. */
const isUrgent = ({ kind }: ProviderFault): boolean =>
  kind === 'rate-limited' || kind === 'unavailable' || kind === 'timeout';

const isOverload = ({ kind, limit }: ProviderFault): boolean =>
  kind === 'locked' || kind === 'unavailable' || kind === 'timeout' || limit === 'concurrent';
