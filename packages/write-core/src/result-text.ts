import type { ProviderFault } from './outcome.ts';

/** What is told of a fault, without what only programs read. */
export const faultText = ({ message, field }: ProviderFault): string =>
  field === undefined || message.includes(field) ? message : `${message} (${field})`;

/** Texts of an operation's `result` (Contract §4.6). */
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
