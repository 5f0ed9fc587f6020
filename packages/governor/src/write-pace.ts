import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace, Permission } from '@writ/providers';
import type { ProviderFault } from '@writ/write-core';
import type { OutageCause } from './core/errand.ts';
import type { WaitReason, WriteName } from './core/errand.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import type { HeldAnswer, HeldPermit, PacedAccount } from './paced-account.ts';

export type PaceOptions = {
  synchronous: boolean;
  write: WriteName;
  /** For all calls of the write together. */
  patienceMs: number;
  signal: AbortSignal;
  /** Checked after each wait. */
  mayBegin?: () => boolean;
};

/** @param options.first a permit taken earlier, for the first call */
// eslint-disable-next-line max-lines-per-function -- The steps of one wait share the permit and the remaining patience.
export function writePace(
  account: PacedAccount,
  options: PaceOptions & { first: HeldPermit | undefined; counts: GovernorCounts },
): Pace & { close(): void } {
  const { write, signal, counts, synchronous, mayBegin = () => true } = options;
  let { first, patienceMs } = options;
  let hasPlace = false;

  const nextPermit = (leftMs: number): Promise<HeldAnswer> => {
    const held = first;
    first = undefined;
    if (held && isGood(held)) return Promise.resolve({ kind: 'granted', permits: [held] });
    if (held) account.giveBack(held);
    return account.ask({ synchronous, wanted: 1, maxWaitMs: leftMs });
  };

  const go = (permit: HeldPermit): Permission => {
    const begunAtMs = performance.now();
    return { kind: 'go', ended: (end) => account.ended(permit, { write, begunAtMs }, end) };
  };

  /** Undefined: the permit has expired. */
  const whenItsTimeHasCome = async (permit: HeldPermit): Promise<Permission | undefined> => {
    const inTime = (await arrived(permit.startAtMs, signal)) && mayBegin();
    if (inTime && isGood(permit)) return go(permit);
    account.giveBack(permit);
    return inTime ? undefined : stop(stopped);
  };

  /** Asynchronous calls ask again; for synchronous calls the wait would be too long. */
  const whenDenied = async (
    { reason, waitMs, last }: { reason: WaitReason; waitMs: number; last?: OutageCause },
    leftMs: number,
  ): Promise<Permission | undefined> => {
    if (synchronous || reason === 'outage' || waitMs > leftMs) {
      counts.denied(account.provider, reason);
      return stop(deniedFault(reason, waitMs, last));
    }
    return (await arrived(performance.now() + waitMs, signal)) ? undefined : stop(stopped);
  };

  const permission = async (endsAtMs: number): Promise<Permission> => {
    for (;;) {
      const leftMs = Math.max(0, endsAtMs - performance.now());
      const answer = await nextPermit(leftMs);
      const [permit] = answer.kind === 'granted' ? answer.permits : [];
      const denial = answer.kind === 'denied' ? answer : ({ reason: 'quota', waitMs: 1 } as const);
      const next = await (permit ? whenItsTimeHasCome(permit) : whenDenied(denial, leftMs));
      if (next) return next;
    }
  };

  /** The usual case: a permit taken earlier is valid. */
  const atOnce = (): Permission | undefined => {
    if (!first || signal.aborted || first.startAtMs > performance.now() || !isGood(first) || !mayBegin())
      return undefined;
    const permit = first;
    first = undefined;
    return go(permit);
  };

  /** A synchronous write holds its place from its first call to its end. */
  const inPlace = async (endsAtMs: number): Promise<Permission> => {
    if (synchronous && !hasPlace) {
      hasPlace = await account.places.take(patienceMs, signal);
      if (!hasPlace) {
        if (!signal.aborted) counts.denied(account.provider, 'concurrency');
        return stop(signal.aborted ? stopped : crowded);
      }
    }
    return permission(endsAtMs);
  };

  return {
    begin: async () => {
      const askedAtMs = performance.now();
      const next = atOnce() ?? (await inPlace(askedAtMs + patienceMs));
      const waitedMs = performance.now() - askedAtMs;
      patienceMs = Math.max(0, patienceMs - waitedMs);
      counts.waited(account.provider, waitedMs);
      return next;
    },
    close: () => {
      if (first) account.giveBack(first);
      first = undefined;
      if (hasPlace) account.places.leave();
      hasPlace = false;
    },
  };
}

/** False if the signal is aborted before. */
async function arrived(atMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    // A timer may fire a little early.
    for (let leftMs = atMs - performance.now(); leftMs > 0; leftMs = atMs - performance.now())
      await sleep(Math.ceil(leftMs), undefined, { signal });
    return !signal.aborted;
  } catch {
    return false;
  }
}

const isGood = ({ endAtMs }: HeldPermit): boolean => endAtMs > performance.now();

const stop = (fault: ProviderFault): Permission => ({ kind: 'stop', fault });

const deniedFault = (reason: WaitReason, waitMs: number, last?: OutageCause): ProviderFault => ({
  kind: reason === 'quota' ? 'rate-limited' : 'unavailable',
  sent: 'notSent',
  retryable: true,
  message:
    reason === 'quota'
      ? "Not sent: the account's quota of calls is used up for now."
      : `Not sent: several writes in a row failed${lastOf(last)}.`,
  // Also if the provider closed the account, since another call was told to wait.
  ourWaitMs: Math.ceil(waitMs),
});

function lastOf(last: OutageCause | undefined): string {
  if (last === undefined) return '';
  const { status, said } = last;
  return status === undefined
    ? `, the last one so: ${said.replace(/\.$/, '')}`
    : `; to the last one the CRM answered ${status}`;
}

const crowded: ProviderFault = {
  kind: 'rate-limited',
  limit: 'concurrent',
  sent: 'notSent',
  retryable: true,
  message: 'Not sent: the account has reached its limit of concurrent writes, which wait for its answers.',
  ourWaitMs: 1_000,
};

const stopped: ProviderFault = {
  kind: 'timeout',
  sent: 'notSent',
  retryable: true,
  message: 'Not sent: the time was over before the provider could be called.',
  code: 'stopped',
};
