import type { AccountCounters } from './account-counters.ts';
import type { WaitReason } from './core/quota.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import { rulesFor, type GovernorSettings } from './governor-settings.ts';
import type { Pace } from '@writ/providers';
import { pacedAccount, type PacedAccount } from './paced-account.ts';
import { writePace, type PaceOptions } from './write-pace.ts';

/** An account of a provider as quotas are counted: per project, since a project has one app per provider. */
export type GovernedAccount = { key: string; provider: string };

/** Leave for units of asynchronous work; `busy`: as many are under way here as the account bears. */
export type Permits =
  | { kind: 'granted'; units: number }
  | { kind: 'busy' }
  | { kind: 'denied'; reason: WaitReason; waitMs: number };

export type Governor = {
  /** Leave for the first calls of up to `wanted` asynchronous writes that are claimed next. Never waits. */
  permits(account: GovernedAccount, wanted: number): Promise<Permits>;
  /** So many of the granted permits have no unit. */
  giveBack(account: GovernedAccount, units: number): void;
  /** Paces the calls of one write while `work` runs. */
  paced<Result>(
    account: GovernedAccount,
    options: PaceOptions,
    work: (pace: Pace) => Promise<Result>,
  ): Promise<Result>;
  /** Tells what is left to tell, then closes the counters. */
  close(): Promise<void>;
};

/**
 * Keeps the calls to each account within its quota (Architecture): every request of a write asks for its turn, and
 * what came of it is told to all who call the same account.
 *
 * @param options.most writes of one account that this process has under way at once, at most
 */
export function createGovernor(options: {
  settings: GovernorSettings;
  counters: AccountCounters;
  counts: GovernorCounts;
  most: number;
}): Governor {
  const { counters, counts } = options;
  const accounts = new Map<string, PacedAccount>();

  const accountOf = (governed: GovernedAccount): PacedAccount => {
    const known = accounts.get(governed.key);
    if (known) return known;
    if (accounts.size > idleAccounts) forgetIdle(accounts);
    const account = openAccount(governed, options);
    accounts.set(governed.key, account);
    return account;
  };

  return {
    permits: async (governed, wanted) => {
      const account = accountOf(governed);
      const units = Math.min(wanted, account.room());
      if (units <= 0) return { kind: 'busy' };
      const answer = await account.ask({ synchronous: false, wanted: units, maxWaitMs: 0 });
      if (answer.kind === 'denied') {
        counts.denied(account.provider, answer.reason);
        return answer;
      }
      account.pool.push(...answer.leaves);
      return { kind: 'granted', units: answer.leaves.length };
    },
    giveBack: (governed, units) => {
      const account = accountOf(governed);
      for (const leave of account.pool.splice(-units, units)) account.giveBack(leave);
    },
    paced: async (governed, paceOptions, work) => {
      const account = accountOf(governed);
      const first = paceOptions.synchronous ? undefined : account.pool.shift();
      const pace = writePace(account, { ...paceOptions, first, counts });
      account.begun();
      try {
        return await work(pace);
      } finally {
        account.finished();
        pace.close();
      }
    },
    close: async () => {
      await Promise.allSettled([...accounts.values()].map((account) => account.flush()));
      counters.close();
    },
  };
}

/** Accounts that nothing is under way for are forgotten beyond this number. */
const idleAccounts = 1_000;

function forgetIdle(accounts: Map<string, PacedAccount>): void {
  for (const [key, account] of accounts) if (account.isIdle()) accounts.delete(key);
}

function openAccount(
  { key, provider }: GovernedAccount,
  { settings, counters, counts, most }: Parameters<typeof createGovernor>[0],
): PacedAccount {
  const first = Math.min(most, settings.providers[provider]?.firstConcurrency ?? most);
  return pacedAccount({ key, provider, rules: rulesFor(settings, provider), counters, counts, first, most });
}
