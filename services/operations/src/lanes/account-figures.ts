import type { Lane } from '@writ/contracts';
import type { AccountLook, AccountView, GovernedAccount } from '@writ/governor';
import type { LaneView } from '@writ/lanes';
import { createFaultLog, type Logger } from '@writ/service-kit';

type Figures = Pick<Lane, 'quota' | 'breaker' | 'notKnown'>;

/** Undefined if the account cannot be read now. */
export type FaultlessLook = (account: GovernedAccount) => Promise<AccountView | undefined>;

/** Logs failures of the governor's store. */
export function faultlessLook(look: AccountLook, logger: Logger): FaultlessLook {
  const faults = createFaultLog(logger, 'The look at an account');
  return (account) =>
    look(account).catch((error: unknown) => {
      faults.failed(error);
      return undefined;
    });
}

/** Names what cannot be read now. */
export async function accountFigures(look: FaultlessLook, { id: key, account }: LaneView): Promise<Figures> {
  if (!account) return {};
  const view = await look({ key, provider: account.provider });
  return view ? figuresOf(view, Date.now()) : { notKnown: ['quota', 'breaker'] };
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
