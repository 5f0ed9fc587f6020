import { expect, test } from '@jest/globals';
import { readCommandLine } from './command-line.ts';

const names = ['accept', 'drain'] as const;
const read = (...given: string[]) =>
  readCommandLine(given, names, (name) =>
    name === 'drain' ? { size: true, replicas: ['workers'] } : { size: false, replicas: ['gateways'] },
  );

test('a name is run, with the file for its figures', () => {
  expect(read('drain', '--json', 'out.json')).toEqual({
    do: 'run',
    name: 'drain',
    size: undefined,
    jsonFile: 'out.json',
    profileDir: undefined,
    replicas: {},
  });
});

test('a size is a number', () => {
  expect(read('drain', '--size', '2000')).toMatchObject({ do: 'run', size: 2000 });
});

test('a benchmark that can have several processes of a service is told how many', () => {
  expect(read('drain', '--workers', '2')).toMatchObject({ do: 'run', replicas: { 'write-worker': 2 } });
  expect(read('accept', '--gateways', '3')).toMatchObject({ do: 'run', replicas: { 'write-gateway': 3 } });
});

test.each([[[]], [['--help']], [['accept', '-h']]])('%j asks for help', (given) => {
  expect(read(...given)).toEqual({ do: 'help' });
});

test.each([
  [['accpt'], 'There is no benchmark "accpt"; there are accept, drain.'],
  [['accept', 'drain'], 'One benchmark at a time: they would slow each other.'],
  [['--json', 'out.json'], 'Name a benchmark.'],
  [['accept', '--size', '9'], 'accept always does the same work; it has no --size.'],
  [['drain', '--size', '1e3'], '--size takes a whole number from 1.'],
  [['accept', '--workers', '2'], 'accept has no --workers.'],
  [['drain', '--workers', '0'], '--workers takes a whole number from 1.'],
  [['accept', '--jsn', 'out.json'], "Unknown option '--jsn'"],
])('%j is refused with the reason', (given, why) => {
  const command = read(...given);
  expect(command).toMatchObject({ do: 'refuse', why: expect.stringContaining(why) as unknown });
});
