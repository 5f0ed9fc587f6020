import { expect, test } from '@jest/globals';
import { listOf, readExperiment } from './command-line.ts';

const read = (...given: string[]) => readExperiment(given, ['f1', 'f3'], ['json']);

test('an experiment is named, with size, seed and further options', () => {
  const unset = { n: undefined, seed: undefined, texts: {} };
  expect(read('f3')).toEqual({ do: 'run', name: 'f3', ...unset });
  expect(read('F3')).toMatchObject({ name: 'f3' });
  const texts = { json: 'out.json' };
  const given = ['f1', '--n', '500', '--seed', '0', '--json', 'out.json'];
  expect(read(...given)).toEqual({ do: 'run', name: 'f1', n: 500, seed: 0, texts });
});

test.each([[[]], [['--help']], [['f1', '-h']]])('%j asks for help', (given) => {
  expect(read(...given)).toEqual({ do: 'help' });
});

test.each([
  [['f2'], 'There is no experiment "f2"; there are f1, f3.'],
  [['--n', '5'], 'Name one experiment.'],
  [['f1', 'f3'], 'One experiment at a time'],
  [['f1', '--n', '0'], '--n takes a whole number from 1.'],
  [['f1', '--seed', 'x'], '--seed takes a whole number from 0.'],
  [['f1', '--jsn', 'x'], "Unknown option '--jsn'"],
])('%j is refused', (given, why) => {
  expect(read(...given)).toEqual({ do: 'refuse', why: expect.stringContaining(why) as unknown });
});

test('help lists every experiment', () => {
  const f1 = { summary: 'kills', unit: 'writes', usualN: 5 };
  expect(listOf({ f1 })).toBe('  f1          kills (--n: writes, 5)');
});
