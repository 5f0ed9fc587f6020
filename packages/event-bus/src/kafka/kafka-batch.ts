import { setImmediate as thisTurn, setTimeout as delay } from 'node:timers/promises';
import type { FaultLog } from '@writ/service-kit';
import type { EachBatchPayload } from 'kafkajs';
import { backoffMs } from '../backoff.ts';
import type { BusHandler, BusMessage } from '../event-bus.ts';
import { partsOf } from './batch/batch-parts.ts';
import type { Memory } from './batch/memory.ts';

const heartbeatEveryMs = 1_000;

/**
 * Hands the messages of a partition to the handler, part by part, each until it is taken in, then moves the
 * offset, and keeps the membership of the group alive meanwhile. If that is lost, it stops without moving the
 * offset: the partition's new owner gets the rest again.
 */
export const batchHandler = ({
  handler,
  faults,
  memory,
  signal,
}: {
  handler: BusHandler;
  faults: FaultLog;
  memory: Memory;
  signal: AbortSignal;
}) => {
  const commit = sharedCommit();
  return async (payload: EachBatchPayload): Promise<void> => {
    const membership = keepMembership(() => payload.heartbeat());
    const goesOn = () => !signal.aborted && membership.held() && payload.isRunning() && !payload.isStale();
    const isTakenIn = async (messages: readonly BusMessage[]): Promise<boolean> => {
      for (let failures = 1; ; failures += 1) {
        try {
          await handler(messages);
          return true;
        } catch (error) {
          faults.failed(error);
        }
        await delay(backoffMs(failures), undefined, { signal }).catch(() => undefined);
        if (!goesOn()) return false;
      }
    };
    try {
      for await (const { messages, lastOffset } of partsOf(payload.batch, memory)) {
        if (messages.length > 0 && !(await isTakenIn(messages))) return;
        payload.resolveOffset(lastOffset);
        await commit(payload);
        if (!goesOn()) return;
      }
    } finally {
      membership.close();
    }
  };
};

/** Commits all batches taken in so far by one request: the client would make one for each. */
function sharedCommit() {
  let underWay: Promise<void> | undefined;
  return (payload: EachBatchPayload): Promise<void> => {
    underWay ??= thisTurn()
      .then(() => payload.commitOffsetsIfNecessary(payload.uncommittedOffsets()))
      .catch(() => undefined)
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
}

function keepMembership(heartbeat: () => Promise<void>): { held(): boolean; close(): void } {
  let held = true;
  const timer = setInterval(() => {
    heartbeat().catch(() => {
      held = false;
    });
  }, heartbeatEveryMs);
  return { held: () => held, close: () => clearInterval(timer) };
}
