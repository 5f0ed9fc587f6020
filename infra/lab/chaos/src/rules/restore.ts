import { entriesOf, type History } from '../entry.ts';
import { noneOf, type Verdict } from './verdict.ts';

/** When the backup was taken, and when it was put back. */
const window = (history: History): { backupMs: number; restoredMs: number } => ({
  backupMs: entriesOf(history, 'fault')[0]?.atMs ?? -Infinity,
  restoredMs: entriesOf(history, 'mended')[0]?.atMs ?? -Infinity,
});

const known = (history: History): Set<string> => new Set(entriesOf(history, 'operation').map(({ id }) => id));

/** What a restore may lose is what was acknowledged between the backup and the restore, and nothing else. */
export function lostOnlyBetween(history: History): Verdict {
  const { backupMs, restoredMs } = window(history);
  const stored = known(history);
  const acknowledged = entriesOf(history, 'acknowledged');
  const gone = acknowledged.filter(({ operationId }) => !stored.has(operationId));
  const wrong = gone.filter(({ sentAtMs, atMs }) => atMs < backupMs || sentAtMs > restoredMs);
  const verdict = noneOf(
    'nothing is lost but what was acknowledged between backup and restore',
    wrong.map(({ operationId }) => operationId),
    `${acknowledged.length} acknowledged, ${gone.length} gone`,
  );
  return { ...verdict, holds: verdict.holds && gone.length > 0 };
}

/** Once the restore is over, and claims from before it were given up, nothing is sent for an operation that is gone. */
export function nothingRunsUnknown(history: History, graceMs: number): Verdict {
  const fromMs = window(history).restoredMs + graceMs;
  const numbers = new Set(entriesOf(history, 'operation').flatMap((operation) => operation.numbers));
  const calls = entriesOf(history, 'call').filter(({ atMs }) => atMs > fromMs);
  const wrong = calls.flatMap((call) => call.numbers.filter((number) => !numbers.has(number)));
  const verdict = noneOf(
    'nothing is sent for an operation that is gone',
    wrong,
    `${calls.length} calls since`,
  );
  return { ...verdict, holds: verdict.holds && calls.length > 0 };
}
