import type { ProviderFault } from '@writ/write-core';
import type { AccountCounters } from './account-counters.ts';
import type { WaitReason } from './core/quota.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import { rulesFor, type GovernorSettings } from './governor-settings.ts';
import type { Pace, Turn } from './pace.ts';
import { pacedAccount, type HeldLeave, type PacedAccount } from './paced-account.ts';

/** An account of a provider as quotas are counted: per project, since a project has one app per provider. */
export type GovernedAccount = { key: string; provider: string };

/** Leave for units of asynchronous work; `busy`: as many are under way here as the account bears. */
export type Permits =
  | { kind: 'granted'; units: number }
  | { kind: 'busy' }
  | { kind: 'denied'; reason: WaitReason; waitMs: number };

export type PaceOptions = {
  synchronous: boolean;
  /** Tells writes apart: an outage is several of them that fail. */
  write: string;
  /** How long the write waits for its calls, all of them together. */
  patienceMs: number;
  signal: AbortSignal;
};

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

/** Accounts that nothing is under way for are forgotten beyond this number. */
const idleAccounts = 1_000;

/**
 * Keeps the calls to each account within its quota (Architecture §4): every request of a write asks for its turn, and
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
  const { settings, counters, counts, most } = options;
  const accounts = new Map<string, PacedAccount>();

  const accountOf = ({ key, provider }: GovernedAccount): PacedAccount => {
    const known = accounts.get(key);
    if (known) return known;
    if (accounts.size > idleAccounts) forgetIdle(accounts);
    const first = Math.min(most, settings.providers[provider]?.firstConcurrency ?? most);
    const rules = rulesFor(settings, provider);
    const account = pacedAccount({ key, provider, rules, counters, counts, first, most });
    accounts.set(key, account);
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
      const pace = createPace(account, { ...paceOptions, first, counts });
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

function forgetIdle(accounts: Map<string, PacedAccount>): void {
  for (const [key, account] of accounts) if (account.isIdle()) accounts.delete(key);
}

function createPace(
  account: PacedAccount,
  options: PaceOptions & { first: HeldLeave | undefined; counts: GovernorCounts },
): Pace & { close(): void } {
  const { synchronous, write, signal, counts } = options;
  let { first } = options;
  let patienceMs = options.patienceMs;

  /** A leave of which the time has not passed; one that came too late is handed back. */
  const held = (): HeldLeave | undefined => {
    const leave = first;
    first = undefined;
    if (!leave || leave.endAtMs > performance.now()) return leave;
    account.giveBack(leave);
    return undefined;
  };

  const go = (leave: HeldLeave): Turn => {
    const begunAtMs = performance.now();
    return {
      kind: 'go',
      ended: (end) => account.ended(leave, { write, begunAtMs, endedAtMs: performance.now() }, end),
    };
  };

  const turn = async (endsAtMs: number): Promise<Turn> => {
    for (;;) {
      const leftMs = Math.max(0, endsAtMs - performance.now());
      const known = held();
      const answer = known
        ? { kind: 'granted' as const, leaves: [known] }
        : await account.ask({ synchronous, wanted: 1, maxWaitMs: leftMs });
      const [leave] = answer.kind === 'granted' ? answer.leaves : [];
      const startAtMs =
        answer.kind === 'granted' ? (leave?.startAtMs ?? 0) : performance.now() + answer.waitMs;
      if (answer.kind === 'denied' && (synchronous || answer.reason === 'outage' || answer.waitMs > leftMs)) {
        counts.denied(account.provider, answer.reason);
        return { kind: 'stop', fault: deniedFault(answer.reason, answer.waitMs) };
      }
      if (!(await arrived(startAtMs, signal))) {
        if (leave) account.giveBack(leave);
        return { kind: 'stop', fault: stopped };
      }
      if (leave && leave.endAtMs > performance.now()) return go(leave);
      if (leave) account.giveBack(leave);
    }
  };

  return {
    begin: async () => {
      const askedAtMs = performance.now();
      const next = await turn(askedAtMs + patienceMs);
      const waitedMs = performance.now() - askedAtMs;
      patienceMs = Math.max(0, patienceMs - waitedMs);
      counts.waited(account.provider, waitedMs);
      return next;
    },
    close: () => {
      if (first) account.giveBack(first);
      first = undefined;
    },
  };
}

/** Resolves with true at the moment, or with false when the signal is aborted before. */
function arrived(atMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (inTime: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(inTime);
    };
    const giveUp = (): void => end(false);
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      const leftMs = atMs - performance.now();
      if (leftMs <= 0) end(true);
      // A timer may fire a little early.
      else timer = setTimeout(look, Math.ceil(leftMs));
    };
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    else look();
  });
}

const deniedFault = (reason: WaitReason, waitMs: number): ProviderFault => ({
  kind: reason === 'quota' ? 'rate-limited' : 'unavailable',
  sent: 'notSent',
  retryable: true,
  message:
    reason === 'quota'
      ? "Not sent: the account's quota of calls is used up for now."
      : 'Not sent: the account did not answer several writes in a row.',
  retryAfterMs: Math.ceil(waitMs),
});

const stopped: ProviderFault = {
  kind: 'timeout',
  sent: 'notSent',
  retryable: true,
  message: 'There was no time left to wait for a turn at the provider.',
  code: 'stopped',
};
