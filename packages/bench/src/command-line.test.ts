import { expect, test } from '@jest/globals';
import { readCommandLine } from './command-line.ts';

const names = ['accept', 'drain'] as const;
const read = (...given: string[]) => readCommandLine(given, names);

test('a name is run, with the file for its figures', () => {
  expect(read('drain', '--json', 'out.json')).toEqual({
    do: 'run',
    name: 'drain',
    jsonFile: 'out.json',
    profileDir: undefined,
  });
});

test.each([[[]], [['--help']], [['accept', '-h']]])('%j asks for help', (given) => {
  expect(read(...given)).toEqual({ do: 'help' });
});

test.each([
  [['accpt'], 'There is no benchmark "accpt"; there are accept, drain.'],
  [['accept', 'drain'], 'One benchmark at a time: they would slow each other.'],
  [['--json', 'out.json'], 'Name a benchmark.'],
  [['accept', '--jsn', 'out.json'], "Unknown option '--jsn'"],
])('%j is refused with the reason', (given, why) => {
  const command = read(...given);
  expect(command).toMatchObject({ do: 'refuse', why: expect.stringContaining(why) as unknown });
});
