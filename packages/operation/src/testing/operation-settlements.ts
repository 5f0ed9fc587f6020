import { judgeAttempt, judgeOverdue, type RecordOutcome } from '@writ/write-core';
import { settleOperations, type Settlement } from '../index.ts';
import { anAnnouncement } from './an-operation.ts';
import { settlementsPerAttempt } from './operation-invariants.ts';
import { restLanes, type Claim, type OperationWorld } from './operation-world.ts';

/** What the provider does with a record. */
export type Fate = 'written' | 'refused' | 'later' | 'unknown' | 'not sent';
const outcomes: Record<Exclude<Fate, 'written'>, RecordOutcome> = {
  refused: {
    kind: 'failed',
    faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no' }],
  },
  later: {
    kind: 'failed',
    faults: [{ kind: 'locked', sent: 'rejected', retryable: true, message: 'later' }],
  },
  'not sent': {
    kind: 'failed',
    faults: [{ kind: 'unavailable', sent: 'notSent', retryable: true, message: 'away' }],
  },
  unknown: { kind: 'failed', faults: [{ kind: 'timeout', sent: 'unknown', retryable: true, message: '?' }] },
};

export function settlementOf(
  world: OperationWorld,
  { operation }: Pick<Claim, 'operation'>,
  fates: readonly Fate[],
): Settlement {
  world.settlements += 1;
  const results = operation.pending.map(({ planned }, index): RecordOutcome => {
    const fate = fates[index % fates.length]!;
    return fate === 'written' ? { kind: 'written', recordId: planned.id ?? '77' } : outcomes[fate];
  });
  const { attempt, msToDeadline } = operation;
  const judgement =
    msToDeadline <= 0
      ? judgeOverdue(operation, { message: 'late' })
      : judgeAttempt(operation, { records: results, errors: [] }, { attempt, msToDeadline, random: 0 });
  const settlement = attempt * settlementsPerAttempt + world.settlements;
  const log = { severity: 'INFO' as const, msg: 'attempt', details: { settlement } };
  return { operation, judgement, ...(!isSimplyWritten(operation, judgement) && { log }) };
}

/** It leaves no log line. */
const isSimplyWritten = (
  { form }: Claim['operation'],
  { records, lastFault }: Settlement['judgement'],
): boolean =>
  form === 'single' &&
  lastFault === undefined &&
  records.every(({ status, ambiguous }) => status === 'written' && !ambiguous);

/** Settles as a worker, which then updates its lanes' rows. */
export async function settle(world: OperationWorld, settlements: readonly Settlement[]): Promise<void> {
  for (const { log, judgement } of settlements)
    if (wroteNothing(judgement)) world.unsent.add(Number(log?.details?.['settlement']));
  await settleOperations(world.db.pool, settlements, anAnnouncement);
  await restLanes(world);
}

const wroteNothing = ({ next, records }: Settlement['judgement']): boolean =>
  next.do === 'retry' &&
  records.every(
    (record) => record.status !== 'written' && record.faults.every(({ sent }) => sent !== 'unknown'),
  );
