import { coalesceById, isContentFault } from '@writ/db';
import type { GovernedAccount, Governor } from '@writ/governor';
import type { FindInstallationForCall } from '@writ/installation';
import {
  claimedOf,
  createHeldBytes,
  laneProviders,
  type Claimed,
  type LaneWork,
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

/** How many bytes of records a worker may hold of a lane before it claims more: two whole auto batches. */
const laneBytes = 2 * batchLimits.bytes;

/** What counts for more than one: that of a lane which holds as much as it may counts as much as a busy one does. */
const ordinaryBytes = laneBytes / 24;

/** A call with so many bytes of records, a third of the most, takes few more. */
const manyBytes = 1024 * 1024;

/** A claim that found so many operations, half of the least that it looks at, may have left others. */
const manyOperations = 50;

/** Settlements of one statement. */
const settledAtOnce = 500;

/** Lanes whose provider is remembered. */
const rememberedLanes = 10_000;

type WorkDeps = {
  pool: Pool;
  claimDue: ClaimDue;
  findInstallation: FindInstallationForCall;
  governor: Pick<Governor, 'permits' | 'giveBack'>;
  /** Whether operations may share a provider call. */
  gathers: boolean;
  sizes: Pick<CallSizes, 'of'>;
  /** Of creates that nothing could find again. */
  inFlight: Pick<InFlight, 'room'>;
  perform: LaneWork<WriteCall, Performed>['perform'];
  settle: SettleAttempts;
};

/** What the lanes of provider accounts hold: asynchronous operations. Those that share a provider call are one unit. */
export const operationWork = (deps: WorkDeps): LaneWork<WriteCall, Performed> => {
  const { pool, governor } = deps;
  const held = createHeldBytes(laneBytes);
  const accountOf = accountFinder(pool);
  /** Lanes of whose last claim most calls were full: later writes could not have shared them. */
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
    // What it holds of the lane is under way: the lane goes on as it ends.
    permits: async (laneId, wanted) => {
      const units = Math.min(wanted, deps.inFlight.room(laneId));
      if (units === 0 || held.isFull(laneId)) return { kind: 'busy' };
      return governor.permits(await accountOf(laneId), units, {
        isSpaced: deps.gathers && full.get(laneId) !== true,
      });
    },
    claim: async (wanted, leaseMs) => {
      const claimed = await deps.claimDue(wanted, leaseMs).catch(async (error: unknown) => {
        // Otherwise the accounts would be taken for busy here, with units that nobody performs.
        await giveBackRest(wanted, new Map());
        throw error;
      });
      await giveBackRest(wanted, claimed);
      for (const { laneId } of wanted)
        full.set(laneId, areMostFull(claimedOf(claimed, laneId), deps.sizes.of([laneId])));
      for (const laneId of claimed.keys()) {
        const calls = claimedOf(claimed, laneId);
        held.take(laneId, calls.map(heldOf));
        // Asked for before they are needed, those of a claim share a statement. Who needs one is told if it fails.
        const operations = calls.flatMap((call) => call.operations);
        for (const id of new Set(operations.map(({ installationId }) => installationId)))
          deps.findInstallation(id).catch(() => undefined);
      }
      return claimed;
    },
    mayHaveLeft: isLarge,
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

/** Returns permits of a lane that have no unit. Never throws: a permit that is not returned ends by itself. */
const permitReturner =
  (governor: WorkDeps['governor'], accountOf: (laneId: string) => Promise<GovernedAccount>) =>
  async (laneId: string, units: number): Promise<void> => {
    const account = await accountOf(laneId).catch(() => undefined);
    if (account) governor.giveBack(account, units);
  };

/** A call goes on while one of its operations is ours. */
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

/** Gives the lanes in which others are due by that, those included of which operations were given back. */
function callSettler(settleAttempts: SettleAttempts) {
  /** Kept if a later part cannot be stored now: what is stored twice gives no lane the second time. */
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
      // One of a call that cannot be stored leaves no other in doubt. What is stored already stays as it is.
      for (const settlement of settlements) await settle([settlement]);
    }
    const due = [...lanes];
    lanes.clear();
    return due;
  };
}

/** A backlog goes out as fast as the account allows; only calls that others may still share are worth a wait. */
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

/** A lane is the backlog of one account, and has its id; of which provider is looked up once for each lane. */
function accountFinder(pool: Pool): (laneId: string) => Promise<GovernedAccount> {
  const providers = new LRUCache<string, string>({ max: rememberedLanes });
  const find = coalesceById((laneIds) => laneProviders(pool, laneIds));
  return async (laneId) => {
    const provider = providers.get(laneId) ?? (await find(laneId)) ?? '';
    providers.set(laneId, provider);
    return { key: laneId, provider };
  };
}

/**
 * A claim that stopped for its bytes has nearly those of a batch, unless a large one was next. Where it has half of them and
 * nothing was left, the lane is asked once more than it had to be; where it has less, it is asked again a moment later.
 */
const isLarge = (calls: readonly WriteCall[]): boolean =>
  operationsOf(calls).length >= manyOperations ||
  calls.reduce((sum, call) => sum + bytesOf(call), 0) >= batchLimits.bytes / 2;
