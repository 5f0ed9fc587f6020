import type { AccountState, Outage } from './account-state.ts';
import type { BreakerRules, Report } from './quota.ts';

type Broken = Pick<AccountState, 'failed' | 'outage'>;

/**
 * What a report says of whether the account is there. So many different writes that fail in a row open the breaker;
 * then one probe after a growing time either closes it or keeps it open.
 */
export function judgeOutage<State extends Broken>(
  state: State,
  rules: BreakerRules,
  report: Pick<Report, 'reached' | 'failed' | 'awayForMs' | 'unused' | 'ended'>,
  nowMs: number,
): State {
  const known = report.reached ? withoutOutage(state) : state;
  if (report.failed.length === 0) return withoutProbe(known, report, nowMs);
  const failed = [...new Set([...known.failed, ...report.failed])].slice(-rules.writes);
  const { outage } = known;
  const away = outage ? outage.probe !== undefined : failed.length >= rules.writes;
  return {
    ...known,
    failed,
    ...(away && { outage: nextOutage(outage, rules, report.awayForMs ?? 0, nowMs) }),
  };
}

function nextOutage(
  outage: Outage | undefined,
  { firstMs, longestMs }: BreakerRules,
  awayForMs: number,
  nowMs: number,
): Outage {
  const times = (outage?.times ?? 0) + 1;
  const waitMs = Math.min(longestMs, firstMs * 2 ** Math.min(times - 1, 20));
  return { times, untilMs: nowMs + Math.max(waitMs, awayForMs) };
}

function withoutOutage<State extends Broken>(state: State): State {
  const { outage: _, ...rest } = state;
  return { ...rest, failed: [] } as unknown as State;
}

/** A probe that made no call, or gave it up, found out nothing: the next may try at once. */
function withoutProbe<State extends Broken>(
  state: State,
  { unused, ended }: Pick<Report, 'unused' | 'ended'>,
  nowMs: number,
): State {
  const { outage } = state;
  if (outage?.probe === undefined) return state;
  const isOver = unused.includes(outage.probe) || ended.some(({ id }) => id === outage.probe);
  if (!isOver) return state;
  return { ...state, outage: { times: outage.times, untilMs: nowMs } };
}
