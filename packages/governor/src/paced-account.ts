import type { CallEnd, ProviderUsage } from '@writ/providers';
import type { ProviderFault } from '@writ/write-core';
import { accountReports, type ReportOptions } from './account-reports.ts';
import type { AccountRules } from './account-rules.ts';
import { afterOverload, afterSuccess, firstConcurrency, overloadedAfterMs } from './core/concurrency.ts';
import type { Answer, Ask, Denied, EndedCall, Permit, QuotaRules } from './core/errand.ts';
import { validMs } from './core/reserve.ts';
import { isDayUsed } from './core/spacing.ts';
import { createPlaces } from './places.ts';

/** Without a window it takes no place, and has no id. */
export type HeldPermit = Omit<Permit, 'id'> & { id?: string };
export type HeldAnswer = { kind: 'granted'; permits: readonly HeldPermit[] } | Denied;

export type PacedAccount = ReturnType<typeof pacedAccount>;

type AccountOptions = Omit<ReportOptions, 'rules'> & {
  rules: () => AccountRules;
  most: number;
  mostSynchronous: number;
};

/** One account in this process: its permits, reports and running writes. */
export function pacedAccount(options: AccountOptions) {
  const { provider, counts, rules, most } = options;
  const reports = accountReports(options);
  let pool: HeldPermit[] = [];
  let concurrency = firstConcurrency(Math.min(most, rules().firstConcurrency ?? most));
  let [underWay, freeUntilMs] = [0, -Infinity];

  /** Only answers count: calls that hang would otherwise take the last places. */
  const adapt = (begunAtMs: number, endedAtMs: number, { answered, faults, recordFaults }: CallEnd): void => {
    if (!answered) return;
    const isOver = endedAtMs - begunAtMs > overloadedAfterMs || [...faults, ...recordFaults].some(isOverload);
    concurrency = isOver ? afterOverload(concurrency, begunAtMs, endedAtMs) : afterSuccess(concurrency, most);
  };

  const giveBack = ({ id }: HeldPermit): void => {
    if (id !== undefined) reports.unused(id);
  };

  return {
    provider,
    /** For synchronous writes, from their first call on. */
    places: createPlaces(options.mostSynchronous),
    ask: async (ask: Ask): Promise<HeldAnswer> => {
      const askedAtMs = performance.now();
      if (askedAtMs < freeUntilMs) return freePermits(ask.wanted, freeUntilMs);
      const { answer = outOfReach } = await reports.ask(ask);
      if (answer.kind === 'denied' || answer.freeForMs === undefined) return answer;
      freeUntilMs = askedAtMs + answer.freeForMs;
      return freePermits(ask.wanted, freeUntilMs);
    },
    hold: (permits: readonly HeldPermit[]): void => void pool.push(...permits),
    takeHeld: (): HeldPermit | undefined => pool.shift(),
    giveBack,
    giveBackHeld: (units: number): void => pool.splice(-units, units).forEach(giveBack),
    ended: (
      { id }: HeldPermit,
      { write, begunAtMs }: Pick<EndedCall, 'write' | 'begunAtMs'>,
      end: CallEnd,
    ): void => {
      const endedAtMs = performance.now();
      adapt(begunAtMs, endedAtMs, end);
      counts.called(provider, end);
      const isNews = end.faults.some(isUrgent) || (id === undefined && endsFreedom(end.usage, rules()));
      if (isNews) freeUntilMs = -Infinity;
      reports.ended({ ...(id !== undefined && { permitId: id }), write, begunAtMs, endedAtMs, end }, isNews);
    },
    begun: () => (underWay += 1),
    finished: () => (underWay -= 1),
    /** Asynchronous writes that may begin here; Infinity if the account bears all of this process's. */
    room: (): number => {
      const good = pool.filter(isGood);
      pool.filter((permit) => !good.includes(permit)).forEach(giveBack);
      pool = good;
      return concurrency.limit < most ? concurrency.limit - underWay - pool.length : Infinity;
    },
    flush: (): Promise<void> => reports.flush(),
  };
}

export const isGood = ({ endAtMs }: HeldPermit): boolean => endAtMs > performance.now();

const outOfReach: Answer = { kind: 'denied', reason: 'outage', waitMs: 1_000 };

const freePermits = (count: number, untilMs: number): HeldAnswer => ({
  kind: 'granted',
  permits: Array.from({ length: count }, () => ({ startAtMs: -Infinity, endAtMs: untilMs + validMs() })),
});

/** There is a window after all, or asynchronous work has used its day. */
const endsFreedom = ({ window, daily }: ProviderUsage = {}, rules: QuotaRules): boolean =>
  window !== undefined || (daily !== undefined && isDayUsed(daily, rules));

/** All callers of the account need to know this. */
const isUrgent = ({ kind }: ProviderFault): boolean =>
  kind === 'rate-limited' || kind === 'unavailable' || kind === 'timeout';

const isOverload = ({ kind, limit }: ProviderFault): boolean =>
  kind === 'locked' || kind === 'unavailable' || kind === 'timeout' || limit === 'concurrent';
