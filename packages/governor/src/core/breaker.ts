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
  rules: BreakerRules,
  awayForMs: number,
  nowMs: number,
): Outage {
  const times = (outage?.times ?? 0) + 1;
  return { times, untilMs: nowMs + Math.max(restMs(rules, times), awayForMs) };
}

/** How long an account is left alone that was found to be away so often in a row. */
const restMs = ({ firstMs, longestMs }: BreakerRules, times: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(times - 1, 20));

/**
 * An outage whose next call has leave to find out. The one before it is still under way, or its holder has died, when
 * there is one: that counts as found to be away, so that an account that hangs gets ever fewer of them.
 */
export function probedOutage(
  { times, probe: before }: Outage,
  rules: BreakerRules,
  probe: string,
  nowMs: number,
): Outage {
  const counted = before === undefined ? times : times + 1;
  return { times: counted, untilMs: nowMs + Math.max(rules.probeMs, restMs(rules, counted)), probe };
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
