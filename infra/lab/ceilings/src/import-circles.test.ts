import { expect, test } from '@jest/globals';
import { circlesIn, pairsIn } from './import-circles.ts';
import { readSourceFile } from './source-file.ts';

const arrows = (given: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(given).map(([from, to]) => [from, new Set(to)]));

test('files that lead back to each other are a circle, others are not', () => {
  expect(circlesIn(arrows({ a: ['b'], b: ['c'], c: ['d'], d: [] }))).toEqual([]);
  expect(circlesIn(arrows({ a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d'] }))).toEqual([
    ['d', 'e'],
    ['a', 'b', 'c'],
  ]);
});

test('two that lead to each other are a pair, once', () => {
  expect(pairsIn(arrows({ a: ['b', 'c'], b: ['a'], c: [] }))).toEqual([['a', 'b']]);
});

test('words of comments, lines and imports are read, those of types too', () => {
  const text = `/** Two words. */
import type { A } from './a.ts';
const text = '// no comment';
const value = 1; // Three more words
export { text, value };
`;
  expect(readSourceFile('x.ts', text)).toEqual({ lines: 5, commentWords: 5, imports: ['./a.ts'] });
});
