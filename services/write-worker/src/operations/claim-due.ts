import type { KeptPlans } from '@writ/db';
import { LRUCache } from 'lru-cache';
import type { Claimed, ClaimFault, Wanted } from '@writ/lanes';
import {
  claimOperations,
  closeDueBatches,
  lanesWithDueBatches,
  type ClaimedOperation,
} from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';
import type { CallSizes } from './call-sizes.ts';
import { toCall, type WriteCall } from './write-call.ts';

/** For lanes that are never empty. */
const askFullEveryMs = 1_000;
const rememberedLanes = 10_000;

type Deps = {
  pool: Pool;
  plans?: KeptPlans;
  /** True by default. */
  gathers?: boolean;
  sizes?: Pick<CallSizes, 'of'>;
  logger: Logger;
  monotonicMs: () => number;
};

type Closed = ReadonlyMap<string, boolean | ClaimFault>;

export type ClaimDue = ReturnType<typeof createClaimDue>;

/** Checks a lane with nothing else due for batches at each claim, a busy one now and then: it may never be empty. */
export function createClaimDue(deps: Deps) {
  const { pool, logger, monotonicMs } = deps;
  const claimCalls = createClaimCalls(deps);
  const askedAtMs = new LRUCache<string, number>({ max: rememberedLanes });
  /** Not at the first claim: most lanes are empty before the time is over. */
  const isTimeToAsk = (laneId: string): boolean => {
    const sinceMs = askedAtMs.get(laneId);
    if (sinceMs === undefined) askedAtMs.set(laneId, monotonicMs());
    return sinceMs !== undefined && monotonicMs() - sinceMs >= askFullEveryMs;
  };

  const close = async (laneIds: readonly string[]): Promise<Closed> => {
    if (laneIds.length === 0) return new Map();
    for (const laneId of laneIds) askedAtMs.set(laneId, monotonicMs());
    const due = await lanesWithDueBatches(pool, laneIds);
    const closed = await Promise.all(
      due.map((laneId) =>
        closeDueBatches(pool, laneId).then(
          (count) => count > 0,
          (fault: unknown) => ({ fault }),
        ),
      ),
    );
    return new Map(due.map((laneId, at) => [laneId, closed[at] ?? false]));
  };
  /** In the background; closed batches are claimed next. */
  const closeBeside = (laneIds: readonly string[]): void => {
    close(laneIds).then(
      (closed) => faultsOf(closed).forEach(([laneId, { fault }]) => notClosed(laneId, fault)),
      (fault: unknown) => laneIds.forEach((laneId) => notClosed(laneId, fault)),
    );
  };
  const notClosed = (laneId: string, fault: unknown): void =>
    logger.warn('auto batches not closed; tried again', { laneId, ...errorFields(fault) });

  return async (wanted: readonly Wanted[], leaseMs: number): Promise<Claimed<WriteCall>> => {
    const claim = (lanes: readonly Wanted[]) => claimCalls(lanes, leaseMs);
    const claimed = await claim(wanted);
    const isEmpty = ({ laneId }: Wanted): boolean => !claimed.has(laneId);
    closeBeside([...claimed.keys()].filter(isTimeToAsk));
    const empty = wanted.filter(isEmpty);
    if (empty.length === 0) return claimed;
    try {
      const closed = await close(idsOf(empty));
      const left = empty.filter(({ laneId }) => closed.get(laneId) === true);
      return new Map<string, readonly WriteCall[] | ClaimFault>([
        ...claimed,
        ...faultsOf(closed),
        ...(left.length > 0 ? await claim(left) : []),
      ]);
    } catch (fault) {
      return new Map<string, readonly WriteCall[] | ClaimFault>([
        ...claimed,
        ...idsOf(empty).map((laneId) => [laneId, { fault }] as const),
      ]);
    }
  };
}

const idsOf = (lanes: readonly Wanted[]): string[] => lanes.map(({ laneId }) => laneId);

const faultsOf = (closed: Closed): [string, ClaimFault][] =>
  [...closed].flatMap(([laneId, of]): [string, ClaimFault][] =>
    typeof of === 'object' ? [[laneId, of]] : [],
  );

function createClaimCalls({ pool, plans, gathers = true, sizes }: Deps) {
  const perCall = new LRUCache<string, number>({ max: rememberedLanes });
  return async (
    lanes: readonly Wanted[],
    leaseMs: number,
  ): Promise<ReadonlyMap<string, readonly WriteCall[]>> => {
    const claimed = await claimOperations(pool, lanes, leaseMs, {
      plans,
      gathers,
      bounds: sizes?.of(idsOf(lanes)) ?? [],
      perCall: (laneId) => perCall.get(laneId) ?? Infinity,
    });
    const calls = new Map(
      [...Map.groupBy(claimed, ({ laneId }) => laneId)].map(([laneId, own]) => [
        laneId,
        callsOf(laneId, own),
      ]),
    );
    for (const [laneId, own] of calls)
      perCall.set(laneId, Math.max(...own.map(({ operations }) => operations.length)));
    return calls;
  };
}

const callsOf = (laneId: string, claimed: readonly ClaimedOperation[]): WriteCall[] =>
  [...Map.groupBy(claimed, ({ call }) => call).values()].map((own) => toCall(laneId, own));
