import type { ServerResponse } from 'node:http';
import { uncountedBytes, usualRoomBytes } from './memory-room.ts';

export type UnreadAnswers = {
  /** Looks at how much of an answer waits for its caller to read it. */
  note(response: ServerResponse): void;
};

/**
 * Bounds the bytes that a server keeps of answers that have not been read yet. Where there are more, the oldest of them is
 * broken off: a caller who reads has his within moments, and one who does not keeps it for as long as he is let. One alone
 * may be larger.
 */
export function createUnreadAnswers(mostBytes = usualRoomBytes()): UnreadAnswers {
  /** In the order of their age. */
  const kept = new Map<ServerResponse, number>();
  let allBytes = 0;
  const put = (response: ServerResponse, bytes: number): void => {
    allBytes += bytes - (kept.get(response) ?? 0);
    kept.set(response, bytes);
  };
  const drop = (response: ServerResponse): void => {
    put(response, 0);
    kept.delete(response);
  };

  return {
    note: (response) => {
      const bytes = response.writableLength;
      if (bytes <= uncountedBytes || response.req.socket.destroyed) return;
      if (!kept.has(response)) response.once('close', () => drop(response));
      put(response, bytes);
      for (const oldest of kept.keys()) {
        if (allBytes <= mostBytes || kept.size === 1) return;
        drop(oldest);
        // The answer itself has no connection yet where one before it has not been read either.
        oldest.req.socket.destroy();
      }
    },
  };
}
