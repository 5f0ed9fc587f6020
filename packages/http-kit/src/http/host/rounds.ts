import type { IncomingMessage } from 'node:http';
import { gathered } from '@writ/service-kit';

/** So long a round gathers. */
const roundMs = 500;

/** Resolves when the next round begins: at the same time for all that wait for it. */
export type NextRound = () => Promise<void>;

/**
 * Rounds of questions that nobody waits for, such as those of pages that look again by themselves. Those that come while a
 * round gathers are gone through in one turn of the event loop, and share their statements: one by one they cost several
 * times as much.
 */
export const createRounds = (): NextRound => gathered(roundMs);

/** Whether a request only reads, and its caller takes an answer a little later (`Prefer: wait`, RFC 7240, 4.3). */
export const mayWait = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' &&
  headers['prefer'] !== undefined &&
  /(?:^|,)\s*wait\s*=\s*[1-9]/i.test(String(headers['prefer']));
