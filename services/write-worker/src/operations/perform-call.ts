import { newId } from '@writ/db';
import { sendLive, type LiveConnection } from '@writ/installation';
import type { Lease } from '@writ/lanes';
import type { ClaimedOperation, Settlement } from '@writ/operation';
import { sendWrite, watchCalls, type BatchCall, type Pace, type SentWrite } from '@writ/providers';
import { errorFields } from '@writ/service-kit';
import {
  judgeAttempt,
  noteLines,
  uniqueValuesOf,
  writtenLines,
  type ProviderFault,
  type RecordOutcome,
} from '@writ/write-core';
import { attemptSettlement } from './attempt-settlement.ts';
import { courseOf, type CallSizes } from './call-sizes.ts';
import { connectionFor } from './connection-for.ts';
import {
  callLimitMs,
  createPerformOperation,
  leaseRanOut,
  mayBeginOn,
  notPrepared,
  pacedWrite,
  type PerformDeps,
} from './perform-operation.ts';
import type { WriteCall } from './write-call.ts';

/** A call that takes longer is a failure of all that it holds: it goes on in smaller ones. */
const slowMs = 10_000;

/** What became of the operations of a call. */
export type Performed = {
  settlements: readonly Settlement[];
  /** Some were given back, and are due again now. */
  hasGivenBack: boolean;
};

type Deps = PerformDeps & {
  /** Gives claims back of which nothing is written: no attempt counts, and each goes next in a call as its `together` says. */
  giveBack: (operations: readonly ClaimedOperation[]) => Promise<unknown>;
  /** Told of each call that others may share. */
  sizes?: Pick<CallSizes, 'ended'>;
  monotonicMs: () => number;
};

/** Operations that go next in a call of at most so many, and for which no attempt counts. */
type Again = { operations: readonly ClaimedOperation[]; together: number };

/**
 * Sends the operations of a call once, and judges each by its own outcome (docs/decisions/share-a-call.md). One that is
 * alone is sent as ever; what is overdue ends without a call. Never throws for what the provider did.
 */
export function createPerformCall(deps: Deps) {
  const performOne = createPerformOperation(deps);
  const performEach = (operations: readonly ClaimedOperation[], lease: Lease): Promise<Settlement[]> =>
    Promise.all(operations.map((operation) => performOne(operation, lease)));

  const giveBack = async ({ operations, together }: Again): Promise<void> => {
    if (operations.length === 0) return;
    try {
      await deps.giveBack(operations.map((operation) => ({ ...operation, together })));
    } catch (error) {
      deps.logger.warn('claimed writes not given back; their leases will run out', {
        operations: operations.length,
        ...errorFields(error),
      });
    }
  };

  return async (call: WriteCall, lease: Lease): Promise<Performed> => {
    const held = call.operations.filter((operation) => !call.lost.has(operation));
    const isOverdue = ({ msToDeadline }: ClaimedOperation): boolean => msToDeadline <= lease.heldMs();
    const ended = await performEach(held.filter(isOverdue), lease);
    const { different, twins } = withoutTwins(
      deps,
      held.filter((operation) => !isOverdue(operation)),
    );
    const again: Again[] = [{ operations: twins, together: 1 }];
    const sent =
      different.length > 1
        ? await pacedWrite(deps, different[0] as ClaimedOperation, lease, (pace) =>
            performTogether(deps, { ...call, operations: different }, { lease, pace, again }),
          )
        : await performEach(different, lease);
    await Promise.all(again.map(giveBack));
    const [first] = different;
    if (typeof first?.shareKey === 'string')
      deps.sizes?.ended(call.laneId, first.shareKey, different.length, courseOf(sent, different.length));
    return {
      settlements: [...ended, ...sent],
      hasGivenBack: again.some(({ operations }) => operations.length > 0),
    };
  };
}

/** Two creates of which the provider takes only one are two calls, so that each is told its own. */
function withoutTwins({ providers }: Deps, operations: readonly ClaimedOperation[]) {
  const [first] = operations;
  const declaration = first && providers.adapterFor(first.provider)?.declaration;
  const uniqueFields = first?.type === 'create' ? declaration?.uniqueFieldsOf?.(first.objectName) : [];
  const taken = new Set<string>();
  const different: ClaimedOperation[] = [];
  const twins: ClaimedOperation[] = [];
  for (const operation of operations) {
    const values = operation.pending.flatMap(({ planned }) => uniqueValuesOf(planned, uniqueFields));
    const isTwin = values.some((value) => taken.has(value));
    for (const value of values) taken.add(value);
    (isTwin ? twins : different).push(operation);
  }
  return { different, twins };
}

type Hold = { lease: Lease; pace: Pace; again: Again[] };

/** Adds to `again` what goes next in smaller calls, and gives the settlements of the rest. */
async function performTogether(
  deps: Deps,
  call: WriteCall,
  { lease, pace, again }: Hold,
): Promise<Settlement[]> {
  const startedAtMs = deps.monotonicMs();
  const calls = watchCalls();
  const { outcomes, kept, elsewhere, inCall } = await attempt(deps, call, {
    lease,
    pace,
    onCall: calls.onCall,
  });
  const durationMs = Math.round(deps.monotonicMs() - startedAtMs);
  const half = Math.max(1, Math.floor(inCall / 2));
  const isSlow = inCall > 0 && durationMs > slowMs;
  const undecided = call.operations.filter((operation) => isUndecided(outcomes.get(operation)));
  again.push({ operations: elsewhere, together: 1 }, { operations: undecided, together: half });
  const told = calls.told();
  const shared = told && { ...told, providerCall: newId(), operations: inCall };
  // One for all, so that those of a call that failed come back together.
  const random = deps.random();
  return [...outcomes].flatMap(([operation, outcome]) => {
    if (isUndecided(outcome)) return [];
    const sent = { records: [outcome], errors: [] };
    const time = {
      attempt: operation.attempt,
      msToDeadline: operation.msToDeadline - lease.heldMs(),
      random,
    };
    const settlement = attemptSettlement(deps.logger, operation, judgeAttempt(operation, sent, time), {
      durationMs,
      call: shared,
      notes: [...noteLines(kept.get(operation) ?? [], 'single'), ...writtenLines([outcome], 'single')],
    });
    const isSmaller = isSlow || isOfWholeCall(outcome);
    return [isSmaller ? { ...settlement, together: half } : settlement];
  });
}

/** The provider refused the call for some record in it, and did not say for which: nothing of this one was written. */
const isUndecided = (outcome: RecordOutcome | undefined): boolean =>
  outcome?.kind === 'failed' &&
  outcome.faults.every(({ tooMuchAtOnce, sent }) => tooMuchAtOnce === true && sent !== 'unknown');

/** The call broke off, or nobody knows what became of it. A quota or credentials that were refused say nothing of its size. */
const isOfWholeCall = (outcome: RecordOutcome): boolean =>
  outcome.kind === 'failed' &&
  outcome.faults.some(
    ({ kind, sent }) =>
      sent !== 'notSent' && (kind === 'timeout' || kind === 'unavailable' || kind === 'unknown'),
  );

/** What became of the operations of a call, of which those are left out that have lost their lease. */
type Attempted = {
  outcomes: ReadonlyMap<ClaimedOperation, RecordOutcome>;
  kept: ReadonlyMap<ClaimedOperation, SentWrite['kept']>;
  /** Their installation writes through another connection by now. */
  elsewhere: readonly ClaimedOperation[];
  /** How many were in the call. */
  inCall: number;
};

async function attempt(
  deps: Deps,
  call: WriteCall,
  { lease, ...hold }: Pick<BatchCall, 'onCall'> & { lease: Lease; pace: Pace },
): Promise<Attempted> {
  const progress = { mayBeSent: false };
  try {
    const { usable, failed, elsewhere } = await connectionsOf(deps, call.operations, lease.signal);
    const outcomes = new Map<ClaimedOperation, RecordOutcome>(failed);
    // Asked for last: a lease may have been lost while the connection was looked up.
    const going = usable?.operations.filter((operation) => !call.lost.has(operation)) ?? [];
    const [first] = going;
    if (!usable || !first) return { outcomes, kept: new Map(), elsewhere, inCall: 0 };
    const adapter = deps.providers.adapterFor(first.provider);
    if (!adapter) throw new Error(`There is no adapter for the provider ${first.provider}`);
    const mayCall = mayBeginOn(lease);
    const { objectName, type, pending } = first;
    const shared = {
      ...hold,
      objectName,
      headers: pending[0]?.forwardHeaders ?? [],
      readBack: false,
      signal: lease.signal,
      timeoutMs: callLimitMs,
      allOrNone: false,
      mayHalve: false,
      mayBegin: mayCall,
      mayCallAgain: mayCall,
    };
    const records = going.flatMap((operation) => operation.pending.map(({ planned }) => planned));
    const form = going.length > 1 ? 'batch' : 'single';
    const sent = await sendLive(deps.connections, { ...usable, signal: lease.signal }, (connection) => {
      if (!mayCall()) return Promise.resolve(allFailed(records.length, leaseRanOut));
      progress.mayBeSent = true;
      return sendWrite(adapter, { ...shared, connection }, { type, form, records });
    });
    for (const [at, operation] of going.entries())
      outcomes.set(operation, sent.records[at] ?? failedBy(notPrepared));
    const kept = new Map(going.map((operation, at) => [operation, keptOf(sent.kept, at)]));
    return { outcomes, kept, elsewhere, inCall: going.length };
  } catch (error) {
    if (progress.mayBeSent) throw error;
    deps.logger.error('writes not sent', { operations: call.operations.length, ...errorFields(error) });
    const outcomes = new Map(call.operations.map((operation) => [operation, failedBy(notPrepared)]));
    return { outcomes, kept: new Map(), elsewhere: [], inCall: 0 };
  }
}

/** The connection that operations go through now, which may have moved since they were accepted. */
async function connectionsOf(deps: Deps, operations: readonly ClaimedOperation[], signal: AbortSignal) {
  const found = new Map<string, LiveConnection>();
  const failed = new Map<ClaimedOperation, RecordOutcome>();
  const elsewhere: ClaimedOperation[] = [];
  let usable: (Extract<LiveConnection, { kind: 'usable' }> & { operations: ClaimedOperation[] }) | undefined;
  for (const operation of operations) {
    const { installationId } = operation;
    const live = found.get(installationId) ?? (await connectionFor(deps, operation, signal));
    found.set(installationId, live);
    if (live.kind === 'failed') failed.set(operation, failedBy(live.fault));
    else if (!usable) usable = { ...live, operations: [operation] };
    else if (live.connection.id === usable.connection.id) usable.operations.push(operation);
    else elsewhere.push(operation);
  }
  return { usable, failed, elsewhere };
}

const failedBy = (fault: ProviderFault): RecordOutcome => ({ kind: 'failed', faults: [fault] });

const allFailed = (count: number, fault: ProviderFault): SentWrite => ({
  records: Array.from({ length: count }, () => failedBy(fault)),
  errors: [],
  kept: [],
});

/** The fields of a record that were not sent because it has values there, as of a write of its own. */
const keptOf = (kept: SentWrite['kept'], at: number): SentWrite['kept'] =>
  kept.filter(({ records }) => records.includes(at)).map((note) => ({ ...note, records: [0] }));
