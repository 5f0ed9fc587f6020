import type { CallEnd, Pace, Permission } from '@writ/providers';
import type { ProviderFault } from '@writ/write-core';
import type { AccountRules, GovernedAccount } from '../account-rules.ts';
import type { BreakerChange, Errand } from '../core/errand.ts';
import { createGovernor, type Governor } from '../governor.ts';
import { memoryStates, type AccountStates } from '../states/account-states.ts';

export const account: GovernedAccount = { key: 'lane', provider: 'crm' };
export const written: CallEnd = { answered: true, faults: [], recordFaults: [] };
export const failedWith = (fault: Partial<ProviderFault>): CallEnd => ({
  answered: true,
  faults: [{ kind: 'unavailable', sent: 'rejected', retryable: true, message: 'no', ...fault }],
  recordFaults: [],
});

type Quota = {
  most?: number;
  mostSynchronous?: number;
  firstConcurrency?: number;
  /** In a window; absent: no window. */
  limit?: number;
  /** Asked at each errand; all by default. */
  share?: () => number;
  /** Ten minutes by default: longer than any test. */
  windowMs?: number;
};

/** In memory. */
export const testGovernor = (quota: Quota = {}) => governorOn(memoryStates(), quota);

/** Records errands and counts. */
export function governorOn(states: AccountStates, quota: Quota = {}) {
  const errands: Errand[] = [];
  const turns: BreakerChange[] = [];
  const denied: string[] = [];
  const noting: AccountStates = {
    run: (key, errand) => {
      errands.push(errand);
      return states.run(key, errand);
    },
    look: (key) => states.look(key),
    close: () => states.close(),
  };
  const {
    most = 24,
    mostSynchronous = 16,
    firstConcurrency,
    limit,
    windowMs = 600_000,
    share = () => 1,
  } = quota;
  const rulesNow = (): AccountRules => ({
    share: share(),
    synchronousShare: 0,
    asynchronousDailyShare: 1,
    breaker: { writes: 5, restMs: 5_000, probeMs: 15_000 },
    ...(limit !== undefined && { window: { limit, windowMs } }),
    ...(firstConcurrency !== undefined && { firstConcurrency }),
  });
  const governor = createGovernor({
    rulesOf: rulesNow,
    states: noting,
    most,
    mostSynchronous,
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

/** One write of one call with a given end; returns its permission. */
export const call = (
  governor: Governor,
  end: CallEnd = written,
  options: { synchronous?: boolean; patienceMs?: number; write?: string; signal?: AbortSignal } = {},
): Promise<Permission> =>
  write(governor, options, async (pace) => {
    const permission = await pace.begin();
    if (permission.kind === 'go') permission.ended(end);
    return permission;
  });

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
