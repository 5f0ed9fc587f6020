import type { Lane } from '@writ/sdk';
import type { Standing } from '../../parts/facts/facts.tsx';

/** First whether its destination is disabled, then what a person did, then what happened to it. */
export function laneStanding(lane: Lane, nowMs: number): Standing {
  if (lane.disabled) return { tone: 'off', words: 'Disabled' };
  if (lane.paused) return { tone: 'waiting', words: 'Paused' };
  if (lane.waiting?.reason === 'outage') return { tone: 'bad', words: 'Waits: outage' };
  if (isDown(lane)) return { tone: 'bad', words: 'Down' };
  if (lane.failing) return { tone: 'bad', words: 'Failing' };
  if (lane.waiting?.reason === 'quota') return { tone: 'waiting', words: 'Waits: quota' };
  if (lane.quota?.closedUntil !== undefined) return { tone: 'waiting', words: 'Refused' };
  if (isUnknown(lane)) return { tone: 'off', words: 'Not known' };
  if (lane.inFlight > 0) return { tone: 'busy', words: 'Sending' };
  if (lane.oldestDue === undefined) return { tone: 'off', words: 'Nothing waits' };
  if (isOverdue(lane, nowMs)) return { tone: 'waiting', words: 'Overdue' };
  return Date.parse(lane.oldestDue) > nowMs
    ? { tone: 'waiting', words: 'Due later' }
    : { tone: 'busy', words: 'Due now' };
}

/** Due work is usually sent within seconds. */
const overdueMs = 60_000;

const isOverdue = ({ oldestDue }: Lane, nowMs: number): boolean =>
  oldestDue !== undefined && nowMs - Date.parse(oldestDue) > overdueMs;

export const isInTrouble = (lane: Lane): boolean =>
  isDown(lane) || (lane.failing ?? lane.paused) !== undefined;

/** By trouble, then by what is due longest. */
export const byTrouble =
  (nowMs: number) =>
  (one: Lane, other: Lane): number =>
    rankOf(one, nowMs) - rankOf(other, nowMs) || dueMs(one) - dueMs(other);

function rankOf(lane: Lane, nowMs: number): number {
  if (isDown(lane) || lane.failing) return 0;
  if (lane.paused) return 1;
  if (isOverdue(lane, nowMs) && lane.inFlight === 0) return 2;
  if (lane.waiting?.reason === 'quota') return 3;
  return isUnknown(lane) ? 4 : 5;
}

const dueMs = ({ oldestDue }: Lane): number =>
  oldestDue === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(oldestDue);

/** Whether the other side counts as down and is not called. */
export const isDown = ({ breaker, waiting }: Lane): boolean =>
  (breaker !== undefined && breaker.state !== 'closed') || waiting?.reason === 'outage';

export const isUnknown = (lane: Lane): boolean =>
  !isDown(lane) && lane.notKnown?.includes('breaker') === true;

/** When the next call tries whether the other side is back, if known. */
export const triedAt = ({ breaker, waiting }: Lane): string | undefined =>
  breaker?.until ?? (waiting?.reason === 'outage' ? waiting.until : undefined);
