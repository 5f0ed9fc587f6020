import type { ProviderFault } from '@writ/write-core';
import type { AccountCounters, BreakerTurn, Errand, ErrandOutcome } from '../account-counters.ts';
import { createGovernor, type GovernedAccount, type Governor } from '../governor.ts';
import type { GovernorSettings } from '../governor-settings.ts';
import { memoryCounters } from '../memory-counters.ts';
import type { CallEnd, Pace, Turn } from '@writ/providers';

export const account: GovernedAccount = { key: 'lane', provider: 'crm' };
export const written: CallEnd = { answered: true, faults: [], recordFaults: [] };
export const failedWith = (fault: Partial<ProviderFault>): CallEnd => ({
  answered: true,
  faults: [{ kind: 'unavailable', sent: 'rejected', retryable: true, message: 'no', ...fault }],
  recordFaults: [],
});

type Quota = {
  most?: number;
  firstConcurrency?: number;
  /** Calls in a window. Without it there is no window. */
  limit?: number;
  /** Ten minutes unless told: as good as for ever. */
  windowMs?: number;
};

/** A governor that counts in memory. */
export const testGovernor = (quota: Quota = {}) => governorOn(memoryCounters(), quota);

/** A governor on these counters, with a note of every errand and of what it counted. */
export function governorOn(counters: AccountCounters, quota: Quota = {}) {
  const errands: Errand[] = [];
  const turns: BreakerTurn[] = [];
  const denied: string[] = [];
  const noting: AccountCounters = {
    run: (key, errand): Promise<ErrandOutcome> => {
      errands.push(errand);
      return counters.run(key, errand);
    },
    close: () => counters.close(),
  };
  const { most = 24, firstConcurrency, limit, windowMs = 600_000 } = quota;
  const settings: GovernorSettings = {
    share: 1,
    synchronousShare: 0,
    localShare: 1,
    providers: {
      crm: {
        asynchronousDailyShare: 1,
        ...(limit !== undefined && { window: { limit, windowMs } }),
        ...(firstConcurrency !== undefined && { firstConcurrency }),
      },
    },
  };
  const governor = createGovernor({
    settings,
    counters: noting,
    most,
    counts: {
      called: () => undefined,
      waited: () => undefined,
      denied: (_, reason) => void denied.push(reason),
      turned: (_, turn) => void turns.push(turn),
      alone: () => undefined,
    },
  });
  return { governor, errands, turns, denied };
}

let number = 0;

/** One write of one call that ends as given; gives what it was told when it asked for its turn. */
export const call = (
  governor: Governor,
  end: CallEnd = written,
  options: { synchronous?: boolean; patienceMs?: number; write?: string; signal?: AbortSignal } = {},
): Promise<Turn> =>
  write(governor, options, async (pace) => {
    const turn = await pace.begin();
    if (turn.kind === 'go') turn.ended(end);
    return turn;
  });

/** One write, which does what it likes with its pace. */
export const write = <Result>(
  governor: Governor,
  options: { synchronous?: boolean; patienceMs?: number; write?: string; signal?: AbortSignal },
  work: (pace: Pace) => Promise<Result>,
): Promise<Result> =>
  governor.paced(
    account,
    {
      synchronous: true,
      patienceMs: 5_000,
      write: `write-${(number += 1)}`,
      signal: new AbortController().signal,
      ...options,
    },
    work,
  );
