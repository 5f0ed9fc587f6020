import type { ServerResponse } from 'node:http';
import type { Clock } from '@writ/service-kit';
import type { Express, Response } from 'express';
import { NoRoom, uncountedBytes, usualRoomBytes } from './memory-room.ts';
import { tellOf } from './request-log.ts';

/** An answer of which nobody has read anything for so long makes room for others. */
const usualPatienceMs = 2_000;

export type UnreadAnswers = {
  /**
   * Makes room for a large answer: the connections of callers who read nothing are broken off, if need be.
   *
   * @throws NoRoom (503) where all that is kept is being read
   */
  assertRoomFor(bytes: number): void;
  /** Notes how much of an answer its caller has still to read: what is written, and what will be. */
  note(response: ServerResponse, unwrittenBytes?: number): void;
};

/**
 * Bounds the bytes that a host keeps of answers that have not been read yet. What is noted beyond is made up for by those of
 * which least was read lately: they are broken off, and their lines in the log say so. One alone may be larger.
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
  /** Those of which something was read lately are behind the others. */
  const kept = new Map<ServerResponse, { bytes: number; notedAtMs: number }>();
  let allBytes = 0;
  const drop = (response: ServerResponse): void => {
    allBytes -= kept.get(response)?.bytes ?? 0;
    kept.delete(response);
  };
  const breakOff = (response: ServerResponse): void => {
    const { locals } = response as Partial<Response>;
    if (locals) tellOf({ locals }, { unreadBytes: kept.get(response)?.bytes ?? 0 });
    drop(response);
    // The answer itself has no connection yet where one before it has not been read either.
    response.req.socket.destroy();
  };

  return {
    assertRoomFor: (bytes) => {
      if (bytes <= uncountedBytes) return;
      const isTooMuch = (): boolean => kept.size > 0 && allBytes + bytes > mostBytes;
      for (const [response, { notedAtMs }] of kept) {
        if (!isTooMuch() || performance.now() - notedAtMs < patienceMs) break;
        breakOff(response);
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
      for (const least of kept.keys()) {
        if (allBytes <= mostBytes || kept.size === 1) return;
        breakOff(least);
      }
    },
  };
}

const place = 'unreadAnswers';

/** Lets the server that an app is put on note what the app answers. */
export const leaveUnreadAnswers = (app: Express, unread: UnreadAnswers): void => {
  app.locals[place] = unread;
};

/** Those that were left by an app; undefined where none were. */
export const unreadAnswersOf = (app: Express): UnreadAnswers | undefined =>
  app.locals[place] as UnreadAnswers | undefined;
