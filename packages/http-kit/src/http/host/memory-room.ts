import { getHeapStatistics } from 'node:v8';
import { Refusal } from '../problems/refusal.ts';

/** What is made of a body takes several times its bytes, and a process may have two hosts. */
const heapShare = 1 / 8;
/** Four of the largest bodies that are read. */
const leastBytes = 20_000_000;

/** So many bytes a host keeps of bodies, and as many of answers, unless told: an eighth of the heap's limit, at least 20 MB. */
export const usualRoomBytes = (): number =>
  Math.max(leastBytes, getHeapStatistics().heap_size_limit * heapShare);

/** A body or an answer that is no larger is not counted: its connection takes as much by itself. */
export const uncountedBytes = 16 * 1024;

const retryAfterMs = 1_000;

/** A body or an answer finds no room now (503). Nothing that a host depends on is away. */
export class NoRoom extends Refusal {
  constructor(detail: string, now: Date, headers: Readonly<Record<string, string>> = {}) {
    super('unavailable', { detail, retryAfter: new Date(now.getTime() + retryAfterMs), headers });
  }
}
