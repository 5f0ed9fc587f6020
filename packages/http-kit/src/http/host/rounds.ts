import type { IncomingMessage } from 'node:http';
import { gathered } from '@writ/service-kit';

const roundMs = 500;

/** Resolves when the next round begins, at the same time for all that wait for it. */
export type NextRound = () => Promise<void>;

/** Rounds of reads that may wait. The reads of a round share their statements, which cost several times less. */
export const createRounds = (): NextRound => gathered(roundMs);

/** Whether the caller of a read accepts a later answer (`Prefer: wait`, RFC 7240, 4.3). */
export const mayWait = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' &&
  headers['prefer'] !== undefined &&
  /(?:^|,)\s*wait\s*=\s*[1-9]/i.test(String(headers['prefer']));
