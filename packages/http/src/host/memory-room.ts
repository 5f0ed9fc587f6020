import { getHeapStatistics } from 'node:v8';
import { Refusal } from '@writ/problems';

/** Bytes of bodies that a host holds, and as many of answers: parsing takes several times a body's bytes. */
export const usualRoomBytes = (): number => Math.max(20_000_000, getHeapStatistics().heap_size_limit / 8);

/** Smaller bodies and answers are not counted: their connections take as much. */
export const uncountedBytes = 16 * 1024;

const retryAfterMs = 1_000;

/** The host has no memory for a body or an answer (503). */
export class NoRoom extends Refusal {
  constructor(detail: string, now: Date, headers: Readonly<Record<string, string>> = {}) {
    super('unavailable', { detail, retryAfter: new Date(now.getTime() + retryAfterMs), headers });
  }
}
