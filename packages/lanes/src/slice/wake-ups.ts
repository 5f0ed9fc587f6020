import type { JobQueue } from '@writ/job-queue';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import type { Denied, LaneTimes, LaneWork } from '../lane-work.ts';
import { createRestingLanes } from '../resting-lanes.ts';
import { parkLane } from '../rows/lane-rows.ts';
import { createDrainer } from './drain-lane.ts';
import { createLaneStatements } from './lane-statements.ts';
import type { ProcessRoom, Turn } from './process-room.ts';

/** Shorter waits do not update the row; spaced calls wait no longer (governor). */
const longestUnparkedMs = 2_000;

type Options<Unit, Outcome> = {
  work: LaneWork<Unit, Outcome>;
  pool: Pool;
  queues: { usual: JobQueue; troubled: JobQueue };
  slots: { usual: number };
  concurrency: number;
  times: LaneTimes;
  room: ProcessRoom;
  logger: Logger;
  onSettled: (count: number) => void;
};

type Parts<Unit, Outcome> = Options<Unit, Outcome> & {
  statements: ReturnType<typeof createLaneStatements<Unit, Outcome>>;
  drainer: ReturnType<typeof createDrainer<Unit, Outcome>>;
  resting: ReturnType<typeof createRestingLanes>;
};

export function createWakeUps<Unit, Outcome>(options: Options<Unit, Outcome>) {
  const { work, pool, times, room, logger } = options;
  const statements = createLaneStatements({ pool, work, leaseMs: times.leaseMs });
  /** Lanes with a slice here, or waiting for room. */
  const here = new Map<string, { hasBegun: boolean; wokenBy: Set<JobQueue> }>();
  const drainer = createDrainer({
    ...options,
    ...times,
    claim: statements.claim,
    isWanted: () => room.isWanted() || here.size >= options.slots.usual,
    onGoesOn: (laneId) => void goOn(laneId),
    onPerformed: room.ended,
    onSettled: (laneId, count) => {
      options.onSettled(count);
      statements.settled(laneId, count);
    },
    onLate: (laneId) => {
      rest(parts, laneId, true).catch((error: unknown) =>
        logger.warn('lane not updated after a late outcome; the sweep wakes it', {
          laneId,
          ...errorFields(error),
        }),
      );
    },
  });
  const resting = createRestingLanes();
  const parts = { ...options, statements, drainer, resting };

  /** The sweep skips a lane that was just updated. */
  const goOn = async (laneId: string): Promise<void> => {
    const lane = await statements.begin(laneId).catch(() => undefined);
    if (lane?.parked) drainer.endTurns(laneId);
  };

  return {
    drainer,
    resting,
    /** Never throws. */
    takeWakeUp: async (laneId: string, queue: JobQueue): Promise<void> => {
      if (resting.has(laneId)) return;
      const known = here.get(laneId);
      if (known) {
        // The slice may have stopped looking before this wake-up.
        if (known.hasBegun && !drainer.poke(laneId)) known.wokenBy.add(queue);
        return;
      }
      const own = { hasBegun: false, wokenBy: new Set<JobQueue>() };
      here.set(laneId, own);
      // A lane whose calls hang takes no room.
      const turn = queue === options.queues.usual ? await room.enter() : undefined;
      own.hasBegun = true;
      await sliceOrWarn(parts, laneId, queue, turn);
      here.delete(laneId);
      for (const again of own.wokenBy) await again.wake(laneId);
    },
    /** False if it has to be woken. */
    poke: (laneId: string): boolean => resting.has(laneId) || drainer.poke(laneId),
  };
}

/** The row is still due, so the sweep wakes a lane whose slice failed. */
async function sliceOrWarn<Unit, Outcome>(
  parts: Parts<Unit, Outcome>,
  laneId: string,
  queue: JobQueue,
  turn: Turn | undefined,
): Promise<void> {
  try {
    await slice(parts, laneId, queue, turn);
  } catch (error) {
    const fields = { laneId, ...errorFields(error) };
    parts.logger.warn('slice of a lane failed; the sweep wakes it again', fields);
  } finally {
    turn?.leave();
  }
}

async function slice<Unit, Outcome>(
  parts: Parts<Unit, Outcome>,
  laneId: string,
  queue: JobQueue,
  turn: Turn | undefined,
): Promise<void> {
  const lane = await parts.statements.begin(laneId);
  parts.logger.debug('lane woken', { laneId, ...lane });
  if (!lane) return;
  // Its timer was for later work, or fired a little early.
  if (lane.parkedForMs !== null && lane.parked) return queue.wakeAfter(laneId, lane.parkedForMs);
  if (lane.parked) return;
  if (lane.dueInMs === null) return;
  // The row may name the end of a lease that was released early: correct it.
  if (lane.dueInMs > 0) return rest(parts, laneId, lane.troubled);
  if (lane.troubled && turn) {
    await parts.queues.troubled.wake(laneId);
    return;
  }
  const { hanging, denied } = await parts.drainer.drain(laneId, turn);
  // Free the room first, so that updating the row delays no other slice.
  turn?.leave();
  await rest(parts, laneId, hanging, denied);
}

async function rest<Unit, Outcome>(
  { pool, queues, statements, resting, logger }: Parts<Unit, Outcome>,
  laneId: string,
  troubled: boolean,
  denied?: Denied,
): Promise<void> {
  const rested = await statements.rest(laneId, troubled);
  logger.debug('lane rests', { laneId, ...rested, ...(denied && { denied }) });
  if (rested.waitMs === undefined) return;
  const next = troubled ? queues.troubled : queues.usual;
  const waitMs = Math.max(rested.waitMs, denied?.waitMs ?? 0);
  if (denied && waitMs <= longestUnparkedMs) {
    resting.rest(laneId, waitMs, () => next.wake(laneId));
    return;
  }
  if (denied) await parkLane(pool, laneId, denied);
  await (waitMs < 1 ? next.wake(laneId) : next.wakeAfter(laneId, waitMs));
}
