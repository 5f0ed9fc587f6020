import { expect, test } from '@jest/globals';
import { anOperation } from '../testing/an-operation.ts';
import { writeAsyncDone } from './write-async-done.ts';

const operation = { ...anOperation(), objectName: 'contacts' };
const context = { facts: { groupRef: 'acme' }, managementUrl: 'http://127.0.0.1/v1' };
const end = { status: 'failure' as const, result: 'failed', succeeded: 0, failed: 100 };

/** A hundred failed records with errors of the greatest length. */
const failedRecords = (errorsEach: number, letter: string) =>
  Array.from({ length: 100 }, (_, index) => ({
    index,
    status: 'failed' as const,
    recordId: null,
    created: null,
    errors: Array.from({ length: errorsEach }, (__, nr) => ({
      message: `${index} ${nr} `.padEnd(1_000, letter),
    })),
  }));

test.each([
  ['one error each', 1, 'e'],
  ['several errors each', 5, 'e'],
  ['errors in letters of three bytes', 1, '\u304b'],
  ['errors full of quotation marks', 3, '"'],
])('the event of a hundred failed records with %s is one that consumers read', (_, errorsEach, letter) => {
  const { data } = writeAsyncDone(operation, end, failedRecords(errorsEach, letter), context);
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(230_000);
});

test('two records with the same error have an entry each, after what was said of no record', () => {
  const records = [0, 1].map((index) => ({
    index,
    status: 'failed' as const,
    recordId: null,
    created: null,
    errors: [{ message: 'no' }],
  }));
  const errorsOf = (ofNoRecord: string[]) =>
    writeAsyncDone(operation, { ...end, failed: 2, ofNoRecord }, records, context).data['errors'];
  expect(errorsOf(['refused'])).toEqual(['refused', 'no', 'no']);
  expect(errorsOf(['no'])).toEqual(['no', 'no']);
});

test('errors that do not fit are counted, and those that fit are all context', () => {
  const errorsOf = (errorsEach: number) =>
    writeAsyncDone(operation, end, failedRecords(errorsEach, 'e'), context).data['errors'] as string[];
  expect(errorsOf(1)).toHaveLength(100);
  expect(errorsOf(5)).toHaveLength(110);
  expect(errorsOf(5).at(-1)).toBe('and 391 more');
});
