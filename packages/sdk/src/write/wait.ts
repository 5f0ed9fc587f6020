import { WritNetworkError, WritWaitTimeout } from '../errors.ts';
import type { Operation } from '../openapi/management.ts';
import type { Methods } from '../methods/methods.ts';
import { mustBeKnown } from '../transport/options.ts';
import type { Runtime } from '../transport/runtime.ts';

export type WaitOptions = {
  /** After it the wait ends with a WritWaitTimeout; the operation goes on. 10 minutes when absent. */
  timeoutMs?: number;
  signal?: AbortSignal;
};

const optionNames: readonly string[] = ['timeoutMs', 'signal'] satisfies (keyof WaitOptions)[];

/** A write that has been stored and is done later. */
export type LaterOperation = {
  operationId: string;
  /** How it stands now. */
  get: () => Promise<Operation>;
  /** How it ended. It sleeps until something can have changed. */
  wait: (options?: WaitOptions) => Promise<Operation>;
};

const timeoutMsUsually = 600_000;
const firstSleepMs = 200;
/** An auto batch runs before its time when it is full, and a paused account goes on at any time. */
const longestSleepMs = 30_000;
/** The last look comes at the end of the time, and has so long to be answered. */
const lastLookMs = 1000;

/**
 * Waits for the end of an operation, and gives it, whether it is a success or a failure.
 *
 * @throws WritWaitTimeout; TypeError for what is no option of it
 */
export async function waitForEnd(
  operationId: string,
  get: Methods['operations']['get'],
  { runtime: { now, sleep }, totalMs }: { runtime: Pick<Runtime, 'now' | 'sleep'>; totalMs: number },
  options: WaitOptions = {},
): Promise<Operation> {
  mustBeKnown(options, optionNames, 'is no option of a wait.');
  const { timeoutMs = timeoutMsUsually, signal } = options;
  const endsAt = now() + timeoutMs;
  for (let looks = 0; ; looks += 1) {
    const lookMs = Math.max(endsAt - now(), lastLookMs);
    const lookTotalMs = Math.min(lookMs, totalMs);
    // A service that starts anew meanwhile is waited for.
    const limits = {
      totalMs: lookTotalMs,
      refusedMs: lookTotalMs,
      silentMs: lookTotalMs,
      ...(signal && { signal }),
    };
    const operation = await get(operationId, limits).catch((cause: unknown) => {
      const isOver = cause instanceof WritNetworkError && lookMs <= totalMs;
      throw isOver ? new WritWaitTimeout(operationId, timeoutMs, { cause }) : cause;
    });
    if (operation.status !== 'in_progress') return operation;
    const left = endsAt - now();
    if (left <= 0) throw new WritWaitTimeout(operationId, timeoutMs);
    const sleepMs = Math.max(dueInMs(operation, now()), firstSleepMs * 1.5 ** Math.min(looks, 20));
    await sleep(Math.min(left, longestSleepMs, sleepMs), signal);
  }
}

/** Until the next attempt, or until its batch runs; 0 where nobody knows. */
const dueInMs = ({ metadata }: Operation, now: number): number => {
  const due = metadata.retry?.nextAttempt ?? metadata.autoBatch?.runsAt ?? metadata.waiting?.until;
  return due === undefined ? 0 : Date.parse(due) - now;
};
