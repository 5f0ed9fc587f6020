import { expect, test } from '@jest/globals';
import { lineErrorsOf, spanOfLine } from './line-errors.ts';

const issue = (line: number | undefined, detail: string) => ({
  name: '/sourceYaml',
  in: 'body' as const,
  detail,
  ...(line !== undefined && { context: { line } }),
});

test('errors come by line, without the number in their text', () => {
  expect(lineErrorsOf([issue(7, 'Line 7: wrong'), issue(2, 'Line 2: Line 3: odd')])).toEqual([
    { line: 2, detail: 'Line 3: odd' },
    { line: 7, detail: 'wrong' },
  ]);
});

test('if an error has no line, all are shown together instead', () => {
  expect(lineErrorsOf([issue(7, 'Line 7: wrong'), issue(undefined, 'too long')])).toEqual([]);
});

test.each([
  [1, 'ab'],
  [2, ''],
  [3, 'cde'],
  [9, ''],
])('line %s of a text is found', (line, text) => {
  expect('ab\n\ncde'.slice(...spanOfLine('ab\n\ncde', line))).toBe(text);
});
