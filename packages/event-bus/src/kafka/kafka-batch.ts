import { setImmediate as thisTurn, setTimeout as delay } from 'node:timers/promises';
import type { FaultLog } from '@writ/service-kit';
import type { EachBatchPayload, IHeaders, KafkaMessage } from 'kafkajs';
import { backoffMs } from '../backoff.ts';
import type { BusHandler, BusMessage } from '../event-bus.ts';
import { undecodedMessage } from '../lifecycle-event/undecoded-batch.ts';

const heartbeatEveryMs = 1_000;

/**
 * Hands a batch to the handler until it is taken in, and only then moves the offset. Meanwhile it keeps the membership
 * of the group alive; once that is lost it gives up without moving anything, and whoever owns the partition then gets
 * the batch again.
 */
export const batchHandler = ({
  handler,
  faults,
  signal,
}: {
  handler: BusHandler;
  faults: FaultLog;
  signal: AbortSignal;
}) => {
  const commit = sharedCommit();
  return async (payload: EachBatchPayload): Promise<void> => {
    const { batch } = payload;
    const messages = batch.messages.map((message) => toBusMessage(batch, message));
    const membership = keepMembership(() => payload.heartbeat());
    const goesOn = () => !signal.aborted && membership.held() && payload.isRunning() && !payload.isStale();
    const isTakenIn = async (): Promise<boolean> => {
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
      if (!(await isTakenIn())) return;
      payload.resolveOffset(batch.lastOffset());
      await commit(payload);
    } finally {
      membership.close();
    }
  };
};

/**
 * Commits the offsets of all batches that are taken in by now, in one request: the client makes one after each batch, unless
 * there is nothing left to commit.
 */
function sharedCommit() {
  let underWay: Promise<void> | undefined;
  return (payload: EachBatchPayload): Promise<void> => {
    underWay ??= thisTurn()
      .then(() => payload.commitOffsetsIfNecessary(payload.uncommittedOffsets()))
      // What is left, or what is wrong, the client sees for itself.
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

function toBusMessage(
  { topic, partition }: { topic: string; partition: number },
  { offset, undecoded, ...message }: KafkaMessage,
): BusMessage {
  if (undecoded) {
    const { firstOffset, ...how } = undecoded;
    return undecodedMessage({ topic, partition, offset: firstOffset, lastOffset: offset, ...how });
  }
  const key = message.key?.toString() ?? null;
  const value = message.value ?? Buffer.alloc(0);
  return { key, value, headers: toTexts(message.headers ?? {}), topic, partition, offset };
}

function toTexts(headers: IHeaders): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    // A header that is repeated counts as it comes last.
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (last !== undefined) texts[name] = last.toString();
  }
  return texts;
}
