import { expect, test } from '@jest/globals';
import { readCommandLine } from './command-line.ts';

const read = (...given: string[]) => readCommandLine(given, ['bodies', 'race']);

test('an experiment is named, with size and seed', () => {
  expect(read('race')).toEqual({ do: 'run', name: 'race', n: undefined, seed: undefined });
  expect(read('race', '--n', '5', '--seed', '0')).toEqual({ do: 'run', name: 'race', n: 5, seed: 0 });
});

test('without a word, help is given', () => {
  expect([read(), read('--help')]).toEqual([{ do: 'help' }, { do: 'help' }]);
});

test.each([
  [['reca'], 'There is no experiment "reca"; there are bodies, race.'],
  [['--n', '5'], 'Name an experiment.'],
  [['race', 'bodies'], 'One experiment at a time.'],
  [['race', '--n', '0'], '--n takes a whole number from 1.'],
  [['race', '--seed', 'x'], '--seed takes a whole number from 0.'],
])('%j is refused', (given, why) => {
  expect(read(...given)).toEqual({ do: 'refuse', why });
});
