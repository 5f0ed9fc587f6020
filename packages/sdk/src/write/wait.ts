import { WritNetworkError, WritWaitTimeout } from '../errors.ts';
import type { Methods } from '../methods/methods.ts';
import type { Operation } from '../openapi/management.ts';
import { checkNames } from '../transport/options.ts';
import type { Runtime } from '../transport/runtime.ts';

export type WaitOptions = {
  /** The wait then ends with a WritWaitTimeout, and the operation continues. Default: 10 minutes. */
  timeoutMs?: number;
  signal?: AbortSignal;
};

const optionNames: readonly string[] = ['timeoutMs', 'signal'] satisfies (keyof WaitOptions)[];

/** A stored write that is done later. */
export type LaterOperation = {
  operationId: string;
  get: () => Promise<Operation>;
  /** Waits for the end. It sleeps until the operation can have changed. */
  wait: (options?: WaitOptions) => Promise<Operation>;
};

const timeoutMsUsually = 600_000;
const firstSleepMs = 200;
/** A full auto batch runs before its time, and a paused account may resume at any time. */
const longestSleepMs = 30_000;
/** The last look begins at the end of the time. */
const lastLookMs = 1000;

/**
 * Waits for the end of an operation and returns it, successful or failed.
 * @throws WritWaitTimeout; TypeError for an unknown option
 */
export async function waitForEnd(
  operationId: string,
  get: Methods['operations']['get'],
  { runtime: { now, sleep }, totalMs }: { runtime: Pick<Runtime, 'now' | 'sleep'>; totalMs: number },
  options: WaitOptions = {},
): Promise<Operation> {
  checkNames(options, 'is no option of a wait.', optionNames);
  const { timeoutMs = timeoutMsUsually, signal } = options;
  const endsAt = now() + timeoutMs;
  for (let looks = 0; ; looks += 1) {
    const lookMs = Math.max(endsAt - now(), lastLookMs);
    const limitMs = Math.min(lookMs, totalMs);
    // A service that restarts is waited for.
    const limits = { totalMs: limitMs, refusedMs: limitMs, silentMs: limitMs, ...(signal && { signal }) };
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

/** The time until the next attempt, or until the batch runs; 0 if unknown. */
const dueInMs = ({ metadata }: Operation, now: number): number => {
  const due = metadata.retry?.nextAttempt ?? metadata.autoBatch?.runsAt ?? metadata.waiting?.until;
  return due === undefined ? 0 : Date.parse(due) - now;
};
