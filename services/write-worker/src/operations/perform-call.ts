import { newId } from '@writ/db';
import type { Lease } from '@writ/lanes';
import type { ClaimedOperation, Settlement } from '@writ/operation';
import { watchCalls, type Pace, type SentRecords } from '@writ/providers';
import { errorFields } from '@writ/service-kit';
import type { RecordOutcome } from '@writ/write-core';
import { attemptCall } from './attempt-call.ts';
import { courseOf, type CallSizes } from './call-sizes.ts';
import type { InFlight } from './in-flight.ts';
import { createPerformOperation, judgedAttempt, pacedWrite, type PerformDeps } from './perform-operation.ts';
import { declaredKeys, recordsIn, unfindableIn, whoShares, type Again } from './who-shares.ts';
import type { WriteCall } from './write-call.ts';

/** Slower calls count as too large. */
const slowMs = 10_000;

export type Performed = {
  settlements: readonly Settlement[];
  /** They are due now. */
  hasGivenBack: boolean;
  /** There was no room. */
  isRefused?: true;
};

type Deps = PerformDeps & {
  /** Without an attempt; `together` bounds each one's next call. */
  giveBack: (operations: readonly ClaimedOperation[]) => Promise<unknown>;
  sizes?: Pick<CallSizes, 'ended'>;
  inFlight: Pick<InFlight, 'run'>;
  monotonicMs: () => number;
};

/**
 * Sends a call once, and judges each operation by its own outcome (docs/decisions/share-a-call.md). Overdue
 * operations end without a call. Never throws because of the provider.
 */
export function createPerformCall(deps: Deps) {
  const perform = createPerformHeld(deps);

  return async (call: WriteCall, lease: Lease): Promise<Performed> => {
    const [first] = call.operations;
    const keysOf = declaredKeys(first && deps.providers.adapterFor(first.provider)?.declaration);
    const turn = { count: unfindableIn(call.operations, keysOf), signal: lease.signal };
    const performed = await deps.inFlight.run(call.laneId, turn, () => perform(call, lease, keysOf));
    if (performed) return performed;
    await giveBackAll(deps, call, [{ operations: call.operations }]);
    return { settlements: [], hasGivenBack: true, isRefused: true };
  };
}

function createPerformHeld(deps: Deps) {
  const performOne = createPerformOperation(deps);
  const performEach = (operations: readonly ClaimedOperation[], lease: Lease): Promise<Settlement[]> =>
    Promise.all(operations.map((operation) => performOne(operation, lease)));

  return async (
    call: WriteCall,
    lease: Lease,
    keysOf: ReturnType<typeof declaredKeys>,
  ): Promise<Performed> => {
    const held = call.operations.filter((operation) => !call.lost.has(operation));
    const isOverdue = ({ msToDeadline }: ClaimedOperation): boolean => msToDeadline <= lease.heldMs();
    const ended = await performEach(held.filter(isOverdue), lease);
    const { sharing, later } = whoShares(
      held.filter((operation) => !isOverdue(operation)),
      keysOf,
      call.operations[0]?.together ?? undefined,
    );
    const [first] = sharing;
    const sent =
      first && sharing.length > 1
        ? await pacedWrite(deps, first, lease, (pace) =>
            performTogether(deps, { ...call, operations: sharing }, { lease, pace }),
          )
        : { settlements: await performEach(sharing, lease), again: [], inCall: recordsIn(sharing) };
    const again = [...later, ...sent.again];
    await giveBackAll(deps, call, again);
    if (typeof first?.shareKey === 'string' && sent.inCall > 0)
      deps.sizes?.ended(call.laneId, first.shareKey, sent.inCall, courseOf(sent));
    return { settlements: [...ended, ...sent.settlements], hasGivenBack: again.length > 0 };
  };
}

async function giveBackAll(deps: Deps, { lost }: WriteCall, again: readonly Again[]): Promise<void> {
  // The next claim has the same number: our renewal would extend its lease.
  for (const operation of again.flatMap((some) => some.operations)) lost.add(operation);
  const operations = again.flatMap((some) =>
    some.operations.map((operation) => ({ ...operation, together: some.together ?? operation.together })),
  );
  if (operations.length === 0) return;
  try {
    await deps.giveBack(operations);
  } catch (error) {
    deps.logger.warn('claimed writes not given back; their leases will run out', {
      operations: operations.length,
      ...errorFields(error),
    });
  }
}

type Sent = {
  settlements: readonly Settlement[];
  again: readonly Again[];
  inCall: number;
  isTooLarge?: boolean;
};

async function performTogether(
  deps: Deps,
  call: WriteCall,
  { lease, pace }: { lease: Lease; pace: Pace },
): Promise<Sent> {
  const startedAtMs = deps.monotonicMs();
  const calls = watchCalls();
  const timed = timedPace(pace, deps.monotonicMs);
  const { sent, later, called, inCall } = await attemptCall(deps, call, {
    lease,
    pace: timed.pace,
    onCall: calls.onCall,
  });
  const durationMs = Math.round(deps.monotonicMs() - startedAtMs);
  const half = Math.max(1, Math.floor(inCall.records / 2));
  const isShared = inCall.operations > 1;
  const isSlow = inCall.records > 0 && timed.longestMs() > slowMs;
  const undone = Map.groupBy(call.operations, (operation) =>
    isShared ? howAgain(sent.get(operation)) : undefined,
  );
  const again = (how: Undone, together?: number): Again[] => {
    const operations = undone.get(how) ?? [];
    return operations.length === 0 ? [] : [{ operations, ...(together !== undefined && { together }) }];
  };
  const seen = calls.told();
  const shared = seen && isShared ? { ...seen, providerCall: newId(), operations: inCall.operations } : seen;
  // Equal waits, so that failed operations come back together.
  const random = deps.random();
  const settlements = (undone.get(undefined) ?? []).flatMap((operation) => {
    const own = sent.get(operation);
    if (!own) return [];
    const settlement = judgedAttempt(deps.logger, operation, own, {
      durationMs,
      call: called.has(operation) ? shared : undefined,
      msToDeadline: operation.msToDeadline - lease.heldMs(),
      random,
    });
    const isSmaller = isSlow || own.records.some(isOfWholeCall);
    return [isSmaller ? { ...settlement, together: half } : settlement];
  });
  return {
    settlements,
    again: [...later, ...again('smaller', half), ...again('alone', 1), ...again('same')],
    inCall: inCall.records,
    isTooLarge: isSlow || undone.has('smaller'),
  };
}

/** The longest request, without waits for permits. */
function timedPace(pace: Pace, monotonicMs: () => number): { pace: Pace; longestMs: () => number } {
  let longestMs = 0;
  const begin: Pace['begin'] = async () => {
    const permission = await pace.begin();
    if (permission.kind !== 'go') return permission;
    const begunAtMs = monotonicMs();
    return {
      ...permission,
      ended: (end) => {
        longestMs = Math.max(longestMs, monotonicMs() - begunAtMs);
        permission.ended(end);
      },
    };
  };
  return { pace: { begin }, longestMs: () => longestMs };
}

/** How an operation without any write is sent again. */
type Undone = 'smaller' | 'alone' | 'same';

/**
 * Nothing was written: the provider refused the call without naming a record, the error may belong to another record,
 * or the record was rolled back. The attempt does not count.
 */
function howAgain(sent: SentRecords | undefined): Undone | undefined {
  const hows = new Set(sent?.records.map(howRecordAgain));
  return (['alone', 'smaller', 'same'] as const).find((how) => hows.has(how) && !hows.has(undefined));
}

function howRecordAgain(outcome: RecordOutcome): Undone | undefined {
  if (outcome.kind !== 'failed' || outcome.faults.some(({ sent }) => sent === 'unknown')) return undefined;
  if (outcome.faults.some(({ unclear }) => unclear)) return 'alone';
  if (outcome.faults.every(({ tooMuchAtOnce }) => tooMuchAtOnce)) return 'smaller';
  return outcome.faults.every(({ rolledBack }) => rolledBack) ? 'same' : undefined;
}

/** The call broke off, or its outcome is unknown. Quotas and credentials do not depend on its size. */
const isOfWholeCall = (outcome: RecordOutcome): boolean =>
  outcome.kind === 'failed' &&
  outcome.faults.some(
    ({ kind, sent }) =>
      sent !== 'notSent' && (kind === 'timeout' || kind === 'unavailable' || kind === 'unknown'),
  );
