import type { AccountState } from '../../core/account-state.ts';

/** The state that a text holds; undefined when it holds none: what is spoilt is as good as nothing, and is replaced. */
export function readState(text: string): AccountState | undefined {
  try {
    const state = JSON.parse(text) as AccountState;
    return isSound(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** One moment that is no number would make numbers of no others for ever. */
function isSound({ window, outage, ...state }: AccountState): boolean {
  const ends = state.permits.map(({ endAtMs }) => endAtMs);
  const numbers = [
    ...[state.changedAtMs, state.silent, state.closedUntilMs, state.dayUsedUntilMs ?? 0],
    ...[...ends, ...state.ended, ...state.others],
    ...(outage ? [outage.times, outage.untilMs] : []),
    ...(window && window !== 'none' ? [window.limit, window.windowMs] : []),
  ];
  return numbers.every(Number.isFinite) && Array.isArray(state.failed);
}
