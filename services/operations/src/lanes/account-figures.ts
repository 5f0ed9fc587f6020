import type { Lane } from '@writ/contracts';
import type { AccountLook, AccountView } from '@writ/governor';
import type { LaneView } from '@writ/lanes';

type Figures = Pick<Lane, 'quota' | 'breaker' | 'notKnown'>;

/** What the governor knows of the account of a lane; what it cannot be asked for now is named. */
export async function accountFigures(look: AccountLook, { id: key, account }: LaneView): Promise<Figures> {
  if (!account) return {};
  try {
    return figuresOf(await look({ key, provider: account.provider }), Date.now());
  } catch {
    return { notKnown: ['quota', 'breaker'] };
  }
}

function figuresOf({ window, closedForMs, dayUsedForMs, breaker }: AccountView, nowMs: number): Figures {
  const inMs = (ms: number): string => new Date(nowMs + ms).toISOString();
  const quota = {
    ...(window && {
      limit: window.limit,
      usable: window.usable,
      used: window.used,
      windowSeconds: window.windowMs / 1_000,
      ...(window.firstFreeInMs !== undefined && { reset: inMs(window.firstFreeInMs) }),
    }),
    ...(closedForMs !== undefined && { closedUntil: inMs(closedForMs) }),
    ...(dayUsedForMs !== undefined && { dayUsedUntil: inMs(dayUsedForMs) }),
  };
  return {
    ...(Object.keys(quota).length > 0 && { quota }),
    breaker:
      breaker.state === 'closed' ? { state: 'closed' } : { state: breaker.state, until: inMs(breaker.forMs) },
  };
}
