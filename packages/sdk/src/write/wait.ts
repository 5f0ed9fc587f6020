import { WritNetworkError, WritWaitTimeout } from '../errors.ts';
import type { Methods } from '../methods/methods.ts';
import type { Operation } from '../openapi/management.ts';
import { checkNames } from '../transport/options.ts';
import type { Runtime } from '../transport/runtime.ts';

export type WaitOptions = {
  /** Then WritWaitTimeout is thrown, and the operation continues. Default: 10 minutes. */
  timeoutMs?: number;
  signal?: AbortSignal;
};

const optionNames: readonly string[] = ['timeoutMs', 'signal'] satisfies (keyof WaitOptions)[];

export type LaterOperation = {
  operationId: string;
  get: () => Promise<Operation>;
  /** Returns when it ends. Sleeps until it can have changed. */
  wait: (options?: WaitOptions) => Promise<Operation>;
};

const timeoutMsUsually = 600_000;
const firstSleepMs = 200;
/** A full auto batch runs before its time, and a paused account may resume at any time. */
const longestSleepMs = 30_000;
/** The last look begins at the end of the time. */
const lastLookMs = 1000;

/** @throws WritWaitTimeout; TypeError for an unknown option */
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
    // Waits for a service that restarts.
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

/** 0 if unknown. */
const dueInMs = ({ metadata }: Operation, now: number): number => {
  const due = metadata.retry?.nextAttempt ?? metadata.autoBatch?.runsAt ?? metadata.waiting?.until;
  return due === undefined ? 0 : Date.parse(due) - now;
};
