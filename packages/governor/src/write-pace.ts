import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace, Permission } from '@writ/providers';
import type { ProviderFault } from '@writ/write-core';
import type { Denied, OutageCause, WriteName } from './core/errand.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import { isGood, type HeldAnswer, type HeldPermit, type PacedAccount } from './paced-account.ts';

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

  /** Undefined: the permit has expired. */
  const whenGranted = async ([permit]: readonly HeldPermit[]): Promise<Permission | undefined> => {
    if (!permit) return undefined;
    const inTime = (await arrived(permit.startAtMs, signal)) && mayBegin();
    if (inTime && isGood(permit)) return go(account, permit, write);
    account.giveBack(permit);
    return inTime ? undefined : stop(stopped);
  };

  /** Asynchronous calls ask again; for synchronous calls the wait would be too long. */
  const whenDenied = async (denied: Denied, leftMs: number): Promise<Permission | undefined> => {
    const { reason, waitMs } = denied;
    if (synchronous || reason === 'outage' || waitMs > leftMs) {
      counts.denied(account.provider, reason);
      return stop(deniedFault(denied));
    }
    return (await arrived(performance.now() + waitMs, signal)) ? undefined : stop(stopped);
  };

  const permission = async (endsAtMs: number): Promise<Permission> => {
    for (;;) {
      const leftMs = Math.max(0, endsAtMs - performance.now());
      const answer = await nextPermit(leftMs);
      const next = await (answer.kind === 'denied'
        ? whenDenied(answer, leftMs)
        : whenGranted(answer.permits));
      if (next) return next;
    }
  };

  /** A synchronous write holds its place from its first call to its end. */
  const noPlace = async (): Promise<Permission | undefined> => {
    hasPlace ||= !synchronous || (await account.places.take(patienceMs, signal));
    if (hasPlace) return undefined;
    if (!signal.aborted) counts.denied(account.provider, 'concurrency');
    return stop(signal.aborted ? stopped : crowded);
  };

  return {
    begin: async () => {
      const askedAtMs = performance.now();
      const next = (await noPlace()) ?? (await permission(askedAtMs + patienceMs));
      const waitedMs = performance.now() - askedAtMs;
      patienceMs = Math.max(0, patienceMs - waitedMs);
      counts.waited(account.provider, waitedMs);
      return next;
    },
    close: () => {
      if (first) account.giveBack(first);
      if (synchronous && hasPlace) account.places.leave();
    },
  };
}

function go(account: PacedAccount, permit: HeldPermit, write: WriteName): Permission {
  const begunAtMs = performance.now();
  return { kind: 'go', ended: (end) => account.ended(permit, { write, begunAtMs }, end) };
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

const stop = (fault: ProviderFault): Permission => ({ kind: 'stop', fault });

const deniedFault = ({ reason, waitMs, last }: Denied): ProviderFault => ({
  kind: reason === 'quota' ? 'rate-limited' : 'unavailable',
  sent: 'notSent',
  retryable: true,
  message:
    reason === 'quota'
      ? "Not sent: the account's quota of calls is used up for now."
      : `Not sent: several writes in a row failed${lastOf(last)}.`,
  // Not the provider's wait, even if it closed the account: that answer went to another call.
  ourWaitMs: Math.ceil(waitMs),
});

function lastOf(last: OutageCause | undefined): string {
  if (last === undefined) return '';
  const { status, said } = last;
  return status === undefined
    ? `; the last one: ${said.replace(/\.$/, '')}`
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
