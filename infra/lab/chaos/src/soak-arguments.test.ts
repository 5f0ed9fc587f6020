import { expect, test } from '@jest/globals';
import { soakArguments } from './soak-arguments.ts';

test.each([
  [
    ['--hours', '2', '--json', 'soak.json'],
    ['f24', '--n', '7200', '--json', 'soak.json'],
  ],
  [
    ['--hours', '0.5'],
    ['f24', '--n', '1800'],
  ],
  [
    ['--minutes', '2'],
    ['f24', '--n', '120'],
  ],
  [['--help'], ['f24', '--help']],
  [[], ['f24']],
])('%j runs %j', (given, wanted) => {
  expect(soakArguments(given)).toEqual(wanted);
});

test('a length that is no number is left to the experiment, which refuses it', () => {
  expect(soakArguments(['--hours', 'two'])).toEqual(['f24', '--n', 'two']);
});
