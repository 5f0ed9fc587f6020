import type { ProviderFault } from '@writ/write-core';
import { arrived } from './arrived.ts';
import type { WaitReason } from './core/quota.ts';
import type { GovernorCounts } from './governor-metrics.ts';
import type { Pace, Turn } from '@writ/providers';
import type { WriteName } from './report-book.ts';
import type { HeldLeave } from './held-leave.ts';
import type { HeldAnswer, PacedAccount } from './paced-account.ts';

export type PaceOptions = {
  synchronous: boolean;
  write: WriteName;
  /** How long the write waits for its calls, all of them together. */
  patienceMs: number;
  signal: AbortSignal;
  /** Asked before each call, after its wait: whether the write is still ours to make. */
  mayBegin?: () => boolean;
};

/** The pace of one write. `first` is leave for its first call that was taken before. */
export function writePace(
  account: PacedAccount,
  options: PaceOptions & { first: HeldLeave | undefined; counts: GovernorCounts },
): Pace & { close(): void } {
  const { write, signal, counts, mayBegin = () => true } = options;
  let { first, patienceMs } = options;

  /** Leave that was taken before, or asked for now. */
  const nextLeave = (leftMs: number): Promise<HeldAnswer> => {
    const held = first;
    first = undefined;
    if (held && isGood(held)) return Promise.resolve({ kind: 'granted', leaves: [held] });
    if (held) account.giveBack(held);
    return account.ask({ synchronous: options.synchronous, wanted: 1, maxWaitMs: leftMs });
  };

  const go = (leave: HeldLeave): Turn => {
    const begunAtMs = performance.now();
    return {
      kind: 'go',
      ended: (end) => account.ended(leave, { write, begunAtMs, endedAtMs: performance.now() }, end),
    };
  };

  /** Waits for the leave's time. Undefined: it came too late to be used. */
  const whenItsTimeHasCome = async (leave: HeldLeave): Promise<Turn | undefined> => {
    const inTime = (await arrived(leave.startAtMs, signal)) && mayBegin();
    if (inTime && isGood(leave)) return go(leave);
    account.giveBack(leave);
    return inTime ? undefined : { kind: 'stop', fault: stopped };
  };

  /** Asynchronous calls ask again after a short wait; synchronous ones were told that theirs would be too long. */
  const whenDenied = async (
    { reason, waitMs }: Extract<HeldAnswer, { kind: 'denied' }>,
    leftMs: number,
  ): Promise<Turn | undefined> => {
    if (options.synchronous || reason === 'outage' || waitMs > leftMs) {
      counts.denied(account.provider, reason);
      return { kind: 'stop', fault: deniedFault(reason, waitMs) };
    }
    return (await arrived(performance.now() + waitMs, signal)) ? undefined : { kind: 'stop', fault: stopped };
  };

  const turn = async (endsAtMs: number): Promise<Turn> => {
    for (;;) {
      const leftMs = Math.max(0, endsAtMs - performance.now());
      const answer = await nextLeave(leftMs);
      const [leave] = answer.kind === 'granted' ? answer.leaves : [];
      const next = leave
        ? await whenItsTimeHasCome(leave)
        : await whenDenied(answer.kind === 'denied' ? answer : nothingGranted, leftMs);
      if (next) return next;
    }
  };

  /** Nearly every asynchronous call: its leave was taken before, and is good now. */
  const atOnce = (): Turn | undefined => {
    if (!first || signal.aborted || !isOpen(first, performance.now()) || !mayBegin()) return undefined;
    const leave = first;
    first = undefined;
    counts.waited(account.provider, 0);
    return go(leave);
  };

  return {
    begin: async () => {
      const soon = atOnce();
      if (soon) return soon;
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

const isOpen = ({ startAtMs, endAtMs }: HeldLeave, nowMs: number): boolean =>
  startAtMs <= nowMs && nowMs < endAtMs;

const isGood = ({ endAtMs }: HeldLeave): boolean => endAtMs > performance.now();

const nothingGranted = { kind: 'denied', reason: 'quota', waitMs: 1 } as const;

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
