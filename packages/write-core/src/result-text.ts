import { culpritsOf, type BatchOutcome, type ProviderFault } from './outcome.ts';

export const faultText = ({ message, field }: ProviderFault): string =>
  field === undefined || message.includes(field) ? message : `${message} (${field})`;

/** In a text; characters of each among several. */
const [mostCauses, longestCause] = [5, 300];

/** Most frequent first, with the number of records; causes of no record have none. */
export function causesText({ records, errors }: BatchOutcome): string {
  const failed = records.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.faults] : []));
  const culprits = new Set(culpritsOf([...failed.flat(), ...errors]));
  const counts = new Map<string, number>(errors.map((fault) => [faultText(fault), 0]));
  for (const faults of failed) {
    for (const text of new Set(faults.filter((fault) => culprits.has(fault)).map(faultText)))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const causes = [...counts].toSorted(([, one], [, other]) => other - one);
  const [only] = causes;
  if (only === undefined || causes.length === 1) return only?.[0] ?? '';
  const named = causes.slice(0, mostCauses).map(([text, count]) => {
    const cause = text.slice(0, longestCause).toWellFormed();
    return records.length === 1 || count === 0
      ? cause
      : `${count} ${count === 1 ? 'record' : 'records'}: ${cause}`;
  });
  const more = causes.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more causes`] : [])].join('; ');
}

/** Contract §4.6. */
export const resultTexts = {
  written: () => 'Write completed',
  batchWritten: (succeeded: number, failed: number) =>
    `Batch write completed (${succeeded} succeeded, ${failed} failed)`,
  failed: (objectName: string, said: string) => `[${objectName}] Error writing to provider: ${said}`,
  deadlinePassed: (objectName: string, deadlineHours: number, lastFault: string) =>
    `[${objectName}] Retry deadline of ${deadlineHours} h passed: ${lastFault}`,
  waitPassesDeadline: (objectName: string, deadlineHours: number, said: string) =>
    `[${objectName}] The provider asks to wait past the retry deadline of ${deadlineHours} h: ${said}`,
  cancelled: () => 'Cancelled',
  connectionForeign: () =>
    'The connection of the installation belongs to another group, so nothing is sent through it',
  accountMoved: () => 'The installation has moved to another provider account since the write was accepted',
  installationGone: () => 'The installation was deleted after the write was accepted',
} as const;
