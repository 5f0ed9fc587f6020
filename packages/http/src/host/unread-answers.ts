import type { Clock } from '@writ/service-kit';
import type { Response } from 'express';
import { NoRoom, uncountedBytes, usualRoomBytes } from './memory-room.ts';
import { tellOf } from './request-log.ts';

const usualPatienceMs = 2_000;

export type UnreadAnswers = {
  /** @throws NoRoom (503) if callers are reading all that is kept */
  assertRoomFor(bytes: number): void;
  /** Notes how much of an answer its caller has not read: what is written, and `unwrittenBytes`. */
  note(response: Response, unwrittenBytes?: number): void;
};

/**
 * Bounds the bytes of unread answers by cutting the connections of callers that have read nothing for the
 * longest time; `unreadBytes` in the log shows it. A single answer may be larger.
 */
export function createUnreadAnswers({
  mostBytes = usualRoomBytes(),
  patienceMs = usualPatienceMs,
  clock,
}: {
  mostBytes?: number | undefined;
  patienceMs?: number | undefined;
  clock: Clock;
}): UnreadAnswers {
  const kept = new Map<Response, { bytes: number; notedAtMs: number }>();
  let allBytes = 0;
  const drop = (response: Response): void => {
    allBytes -= kept.get(response)?.bytes ?? 0;
    kept.delete(response);
  };
  const cut = (response: Response): void => {
    tellOf(response, { unreadBytes: kept.get(response)?.bytes ?? 0 });
    drop(response);
    // A pipelined answer has no connection of its own yet.
    response.req.socket.destroy();
  };

  return {
    assertRoomFor: (bytes) => {
      const isTooMuch = (): boolean => kept.size > 0 && allBytes + bytes > mostBytes;
      for (const [response, { notedAtMs }] of kept) {
        if (!isTooMuch() || performance.now() - notedAtMs < patienceMs) break;
        cut(response);
      }
      if (isTooMuch())
        throw new NoRoom('Other answers take the memory that this host has for them.', clock.now());
    },
    note: (response, unwrittenBytes = 0) => {
      const bytes = response.writableLength + unwrittenBytes;
      const isKept = kept.has(response);
      if ((bytes <= uncountedBytes && !isKept) || response.req.socket.destroyed) return;
      if (isKept) drop(response);
      else response.once('close', () => drop(response));
      allBytes += bytes;
      kept.set(response, { bytes, notedAtMs: performance.now() });
      for (const first of kept.keys()) {
        if (allBytes <= mostBytes || kept.size === 1) return;
        cut(first);
      }
    },
  };
}
