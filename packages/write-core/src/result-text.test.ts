import { expect, test } from '@jest/globals';
import type { ProviderFault, RecordOutcome } from './outcome.ts';
import { causesText } from './result-text.ts';

const fault = (message: string, change: Partial<ProviderFault> = {}): ProviderFault => ({
  kind: 'invalid',
  sent: 'rejected',
  retryable: false,
  message,
  ...change,
});
const failed = (first: ProviderFault, ...others: ProviderFault[]): RecordOutcome => ({
  kind: 'failed',
  faults: [first, ...others],
});
const [bad, taken, odd] = [fault('Bad'), fault('Taken'), fault('Odd')];
const written: RecordOutcome = { kind: 'written', recordId: '1' };

test('one cause is told as it is, however many records it has', () => {
  expect(causesText({ records: [failed(bad)], errors: [] })).toBe('Bad');
  expect(causesText({ records: [failed(bad), written, failed(bad)], errors: [bad] })).toBe('Bad');
  expect(causesText({ records: [written], errors: [] })).toBe('');
});

test('several causes are told with their records, the most frequent first', () => {
  const records = [failed(odd), failed(bad), failed(taken), failed(bad, taken), failed(bad, bad)];
  expect(causesText({ records, errors: [fault('Of none')] })).toBe(
    '3 records: Bad; 2 records: Taken; 1 record: Odd; Of none',
  );
  expect(causesText({ records: [failed(bad, taken)], errors: [] })).toBe('Bad; Taken');
});

test('a record that was only rolled back is no cause', () => {
  const undone = failed(fault('Undone', { rolledBack: true }));
  expect(causesText({ records: [undone, failed(bad), undone], errors: [] })).toBe('Bad');
  expect(causesText({ records: [undone, undone], errors: [] })).toBe('Undone');
});

test('a text of many causes has an end', () => {
  const records = Array.from({ length: 100 }, (_, at) => failed(fault(`${at} ${'x'.repeat(1_000)}`)));
  const text = causesText({ records, errors: [] });
  expect(text).toMatch(/; 95 more causes$/);
  expect(text.length).toBeLessThan(2_000);
});
