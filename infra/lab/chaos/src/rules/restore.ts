import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

const window = (history: History): { backupMs: number; restoredMs: number } => ({
  backupMs: entriesOf(history, 'fault')[0]?.atMs ?? -Infinity,
  restoredMs: entriesOf(history, 'fixed')[0]?.atMs ?? -Infinity,
});

const known = (history: History): Set<string> => new Set(entriesOf(history, 'operation').map(({ id }) => id));

/** Lost writes were acknowledged between backup and restore. */
export function lostOnlyBetween(history: History): Verdict {
  const { backupMs, restoredMs } = window(history);
  const stored = known(history);
  const acknowledged = entriesOf(history, 'acknowledged');
  const gone = acknowledged.filter(({ operationId }) => !stored.has(operationId));
  const wrong = gone.filter(({ sentAtMs, atMs }) => atMs < backupMs || sentAtMs > restoredMs);
  return noneOf(
    'nothing is lost but what was acknowledged between backup and restore',
    wrong.map(({ operationId }) => operationId),
    `${acknowledged.length} acknowledged, ${gone.length} gone`,
    gone.length,
  );
}

/** After the restore, and a grace for earlier claims, no lost operation is sent. */
export function nothingRunsUnknown(history: History, graceMs: number): Verdict {
  const fromMs = window(history).restoredMs + graceMs;
  const numbers = new Set(entriesOf(history, 'operation').flatMap((operation) => operation.numbers));
  const calls = entriesOf(history, 'call').filter(({ atMs }) => atMs > fromMs);
  const wrong = calls.flatMap((call) => call.numbers.filter((number) => !numbers.has(number)));
  return noneOf(
    'nothing is sent for an operation that is gone',
    wrong,
    `${calls.length} calls since`,
    calls.length,
  );
}
