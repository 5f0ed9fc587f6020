import type { Lane } from '@writ/sdk';
import type { Tone } from '../../parts/facts/status.tsx';

type Standing = { tone: Tone; words: string };

/**
 * How a lane stands, in a word or two; what a person did comes before what befell it, and that its destination is disabled
 * before both. It waits where something is queued.
 */
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

/** What nothing holds up is sent within seconds. */
const overdueMs = 60_000;

const isOverdue = ({ oldestDue }: Lane, nowMs: number): boolean =>
  oldestDue !== undefined && nowMs - Date.parse(oldestDue) > overdueMs;

/** Whether it stands still until somebody, or the other side, does something. */
export const isInTrouble = (lane: Lane): boolean =>
  isDown(lane) || (lane.failing ?? lane.paused) !== undefined;

/** Puts first what needs somebody most, and of the same kind what is due longest. */
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

/** What has nothing that is due comes last. */
const dueMs = ({ oldestDue }: Lane): number =>
  oldestDue === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(oldestDue);

/** Whether the other side counts as down, so that nobody calls it. */
export const isDown = ({ breaker, waiting }: Lane): boolean =>
  (breaker !== undefined && breaker.state !== 'closed') || waiting?.reason === 'outage';

/** Whether it cannot be told that the other side counts as down. */
export const isUnknown = (lane: Lane): boolean =>
  !isDown(lane) && lane.notKnown?.includes('breaker') === true;

/** When the next call finds out whether the other side is back; undefined where that is not known. */
export const triedAt = ({ breaker, waiting }: Lane): string | undefined =>
  breaker?.until ?? (waiting?.reason === 'outage' ? waiting.until : undefined);

/** What a lane is called: an account at its provider, or a destination. */
export const laneName = (
  { provider, account, id, kind }: Lane,
  destinationNames: ReadonlyMap<string, string>,
): string =>
  kind === 'destination'
    ? (destinationNames.get(id) ?? `Destination ${id}`)
    : `${provider ?? ''} ${account ?? ''}`;
