import { coalesceById, isContentFault } from '@writ/db';
import type { GovernedAccount, Governor } from '@writ/governor';
import type { FindInstallationForCall } from '@writ/installation';
import {
  claimedOf,
  createHeldBytes,
  laneProviders,
  type Claimed,
  type LaneWork,
  type Lease,
  type Wanted,
} from '@writ/lanes';
import {
  batchLimits,
  nextDueOperations,
  unclaimOperations,
  renewOperations,
  type Settlement,
} from '@writ/operation';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { CallSizes } from './call-sizes.ts';
import type { ClaimDue } from './claim-due.ts';
import type { InFlight } from './in-flight.ts';
import type { Performed } from './perform-call.ts';
import type { SettleAttempts } from './settle-attempts.ts';
import { recordsIn } from './who-shares.ts';
import { bytesOf, type WriteCall } from './write-call.ts';

/** Held per lane before no more is claimed. */
const laneBytes = 2 * batchLimits.bytes;

/** A lane with `laneBytes` weighs as much as a busy one. */
const ordinaryBytes = laneBytes / 24;

/** A third of the maximum: little room remains. */
const manyBytes = 1024 * 1024;

/** Half of the fewest operations that a claim reads. */
const manyOperations = 50;

const settledAtOnce = 500;

const rememberedLanes = 10_000;

type WorkDeps = {
  pool: Pool;
  claimDue: ClaimDue;
  findInstallation: FindInstallationForCall;
  governor: Pick<Governor, 'permits' | 'giveBack'>;
  gathers: boolean;
  sizes: Pick<CallSizes, 'of'>;
  inFlight: Pick<InFlight, 'room'>;
  perform: (call: WriteCall, lease: Lease) => Promise<Performed>;
  settle: SettleAttempts;
};

/** Operations that share a provider call are one unit. */
export const operationWork = (deps: WorkDeps): LaneWork<WriteCall, Performed> => {
  const { pool, governor } = deps;
  const held = createHeldBytes(laneBytes);
  const accountOf = accountFinder(pool);
  /** The last claim had mostly full calls, so spacing would not help later writes share. */
  const full = new LRUCache<string, boolean>({ max: rememberedLanes });
  const giveBack = permitReturner(governor, accountOf);
  const giveBackRest = async (wanted: readonly Wanted[], claimed: Claimed<WriteCall>): Promise<void> => {
    const rests = wanted.map(
      ({ laneId, limit }) => [laneId, limit - claimedOf(claimed, laneId).length] as const,
    );
    await Promise.all(rests.filter(([, rest]) => rest > 0).map(([laneId, rest]) => giveBack(laneId, rest)));
  };

  return {
    kind: 'provider',
    // The lane continues when a held call ends.
    permits: async (laneId, wanted) => {
      const units = Math.min(wanted, deps.inFlight.room(laneId));
      if (units === 0 || held.isFull(laneId)) return { kind: 'busy' };
      return governor.permits(await accountOf(laneId), units, {
        isSpaced: deps.gathers && full.get(laneId) !== true,
      });
    },
    claim: async (wanted, leaseMs) => {
      const claimed = await deps.claimDue(wanted, leaseMs).catch(async (error: unknown) => {
        // Otherwise the permits would count as running units.
        await giveBackRest(wanted, new Map());
        throw error;
      });
      await giveBackRest(wanted, claimed);
      for (const { laneId } of wanted)
        full.set(laneId, areMostFull(claimedOf(claimed, laneId), deps.sizes.of([laneId])));
      for (const laneId of claimed.keys()) {
        const calls = claimedOf(claimed, laneId);
        held.take(laneId, calls.map(heldOf));
        // Prefetches in one statement. Errors are thrown where installations are used.
        const operations = calls.flatMap((call) => call.operations);
        for (const id of new Set(operations.map(({ installationId }) => installationId)))
          deps.findInstallation(id).catch(() => undefined);
      }
      return claimed;
    },
    mayHaveLeft: isLarge,
    tracesOf: ({ operations }) => operations.map(({ traceParent }) => traceParent),
    countOf: (_, { settlements }) => settlements.length,
    weightOf: (call) => Math.max(1, bytesOf(call) / ordinaryBytes),
    unclaim: async (calls) => {
      held.letGo(calls.map(heldOf));
      const lanes = Map.groupBy(calls, ({ laneId }) => laneId);
      await Promise.all([...lanes].map(([laneId, { length }]) => giveBack(laneId, length)));
      await unclaimOperations(pool, operationsOf(calls));
    },
    renew: (calls, leaseMs) => renewCalls(pool, calls, leaseMs),
    perform: async (call, lease) => {
      const performed = await deps.perform(call, lease).finally(() => held.letGo([heldOf(call)]));
      if (performed.isRefused) await giveBack(call.laneId, 1);
      return performed;
    },
    settle: callSettler(deps.settle),
    nextDueAt: nextDueOperations,
  };
};

/** Never throws: an unreturned permit expires. */
const permitReturner =
  (governor: WorkDeps['governor'], accountOf: (laneId: string) => Promise<GovernedAccount>) =>
  async (laneId: string, units: number): Promise<void> => {
    const account = await accountOf(laneId).catch(() => undefined);
    if (account) governor.giveBack(account, units);
  };

/** One held operation suffices to keep a call. */
async function renewCalls(
  pool: Pool,
  calls: readonly WriteCall[],
  leaseMs: number,
): Promise<ReadonlySet<WriteCall>> {
  const held = calls.flatMap(({ operations, lost }) => operations.filter((one) => !lost.has(one)));
  const ours = await renewOperations(pool, held, leaseMs);
  for (const { operations, lost } of calls)
    for (const operation of operations) if (!ours.has(operation)) lost.add(operation);
  return new Set(calls.filter(({ operations }) => operations.some((one) => ours.has(one))));
}

/** Returns lanes with operations that became due or were given back. */
function callSettler(settleAttempts: SettleAttempts) {
  /** Kept if a later part fails: settling again returns no lanes. */
  const lanes = new Set<string>();
  const settle = async (settlements: readonly Settlement[]): Promise<void> => {
    for (const laneId of await settleAttempts(settlements)) lanes.add(laneId);
  };
  return async (done: readonly { unit: WriteCall; outcome: Performed }[]): Promise<readonly string[]> => {
    for (const { unit, outcome } of done) if (outcome.hasGivenBack) lanes.add(unit.laneId);
    const settlements = done.flatMap(({ outcome }) => outcome.settlements);
    try {
      for (let at = 0; at < settlements.length; at += settledAtOnce)
        await settle(settlements.slice(at, at + settledAtOnce));
    } catch (error) {
      if (done.length > 1 || settlements.length < 2 || !isContentFault(error)) throw error;
      // If one settlement cannot be stored, the others still are.
      for (const settlement of settlements) await settle([settlement]);
    }
    const due = [...lanes];
    lanes.clear();
    return due;
  };
}

/** Full calls need no spacing, which only helps calls that others may join. */
function areMostFull(calls: readonly WriteCall[], bounds: ReturnType<CallSizes['of']>): boolean {
  const mostOf = new Map(bounds.map(({ shareKey, most }) => [shareKey, most]));
  const fullCalls = calls.filter((call) => {
    const [{ shareKey, together } = {}] = call.operations;
    const most = typeof shareKey === 'string' ? Math.min(together ?? 1, mostOf.get(shareKey) ?? Infinity) : 1;
    return recordsIn(call.operations) >= most || bytesOf(call) >= manyBytes;
  });
  return calls.length > 0 && 2 * fullCalls.length >= calls.length;
}

const operationsOf = (calls: readonly WriteCall[]) => calls.flatMap(({ operations }) => operations);

const heldOf = (call: WriteCall) => ({ laneId: call.laneId, bytes: bytesOf(call) });

/** A lane has its account's id. */
function accountFinder(pool: Pool): (laneId: string) => Promise<GovernedAccount> {
  const providers = new LRUCache<string, string>({ max: rememberedLanes });
  const find = coalesceById((laneIds) => laneProviders(pool, laneIds));
  return async (laneId) => {
    const provider = providers.get(laneId) ?? (await find(laneId)) ?? '';
    providers.set(laneId, provider);
    return { key: laneId, provider };
  };
}

/** A claim that stopped at its bytes usually has half a batch's. A wrong guess costs a claim, or a short wait. */
const isLarge = (calls: readonly WriteCall[]): boolean =>
  operationsOf(calls).length >= manyOperations ||
  calls.reduce((sum, call) => sum + bytesOf(call), 0) >= batchLimits.bytes / 2;
