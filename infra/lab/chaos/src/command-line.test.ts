import { expect, test } from '@jest/globals';
import { readCommandLine, usage } from './command-line.ts';
import { experimentNames, experiments } from './experiments.ts';

const read = (...given: string[]) => readCommandLine(given, ['f1', 'f3']);

test('an experiment is named, with size, seed and a file for its verdicts', () => {
  const unset = { n: undefined, seed: undefined, jsonFile: undefined };
  expect(read('f3')).toEqual({ do: 'run', name: 'f3', ...unset });
  expect(read('F3')).toMatchObject({ name: 'f3' });
  expect(read('f1', '--n', '500', '--seed', '0', '--json', 'out.json')).toEqual({
    do: 'run',
    name: 'f1',
    n: 500,
    seed: 0,
    jsonFile: 'out.json',
  });
});

test('a history that was written before can be judged', () => {
  expect(read('f1', '--judge', 'f1.jsonl')).toEqual({ do: 'judge', name: 'f1', historyFile: 'f1.jsonl' });
});

test.each([[[]], [['--help']], [['f1', '-h']]])('%j asks for help', (given) => {
  expect(read(...given)).toEqual({ do: 'help' });
});

test.each([
  [['f2'], 'There is no experiment "f2"; there are f1, f3.'],
  [['--n', '5'], 'Name an experiment.'],
  [['f1', 'f3'], 'One experiment at a time'],
  [['f1', '--n', '0'], '--n takes a whole number from 1.'],
  [['f1', '--seed', 'x'], '--seed takes a whole number from 0.'],
  [['f1', '--jsn', 'x'], "Unknown option '--jsn'"],
])('%j is refused', (given, why) => {
  expect(read(...given)).toEqual({ do: 'refuse', why: expect.stringContaining(why) as unknown });
});

test('help lists every experiment', () => {
  expect([...experimentNames].sort()).toEqual(Object.keys(experiments).sort());
  for (const name of experimentNames) expect(usage(experiments)).toContain(`\n  ${name.padEnd(5)}`);
});
