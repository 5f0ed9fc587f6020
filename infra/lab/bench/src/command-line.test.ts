import { expect, test } from '@jest/globals';
import { readCommandLine } from './command-line.ts';

const names = ['accept', 'drain', 'scale', 'backlog'] as const;
const usual = { workers: ['1', '2'], accounts: ['1'], share: ['0.25', 'none'] };
const read = (...given: string[]) => readCommandLine(given, names, (name) => asked[name]);

const asked = {
  accept: {},
  drain: { usualSize: 20_000 },
  scale: { usualSize: 20_000, usualChoices: usual },
  backlog: { usualSize: 2_000, usualChoices: { case: ['updates'] } },
};

test('a name is run, with the file for its figures', () => {
  expect(read('drain', '--json', 'out.json')).toEqual({
    do: 'run',
    name: 'drain',
    size: undefined,
    jsonFile: 'out.json',
    profileDir: undefined,
    choices: {},
  });
});

test('a benchmark of which parts can be chosen measures what is named, and the usual of the rest', () => {
  expect(read('scale', '--workers', '1,4', '--share', 'none')).toMatchObject({
    choices: { workers: ['1', '4'], accounts: ['1'], share: ['none'] },
  });
});

test('a benchmark that has cases measures those that are named, or all', () => {
  expect(read('backlog')).toMatchObject({ choices: { case: ['updates'] } });
  expect(read('backlog', '--case', 'creates,steady')).toMatchObject({
    choices: { case: ['creates', 'steady'] },
  });
  expect(read('backlog', '--case', 'all')).toMatchObject({ choices: { case: ['all'] } });
});

test('a size is a number', () => {
  expect(read('drain', '--size', '2000')).toMatchObject({ do: 'run', size: 2000 });
});

test.each([
  [['accept', '--size', '9'], 'accept always does the same work; it has no --size.'],
  [['drain', '--size', '1e3'], '--size takes a whole number from 1.'],
  [['drain', '--share', '0.5'], 'drain has no --share.'],
  [['drain', '--case', 'all'], 'drain has no --case.'],
  [['backlog', '--case', 'update'], '--case takes updates, creates, '],
  [['scale', '--gateways', '2'], 'scale has no --gateways.'],
  [['scale', '--accounts', '1,x'], '--accounts takes whole numbers from 1, each once, separated by commas.'],
  [
    ['scale', '--share', '0'],
    '--share takes parts of a core from 0.01, or none, each once, separated by commas.',
  ],
  [['scale', '--accounts', '1,1'], '--accounts takes whole numbers from 1, each once, separated by commas.'],
])('%j is refused with the reason', (given, why) => {
  const command = read(...given);
  expect(command).toMatchObject({ do: 'refuse', why: expect.stringContaining(why) as unknown });
});
