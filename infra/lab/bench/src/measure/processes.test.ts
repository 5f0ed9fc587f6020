import { expect, test } from '@jest/globals';
import { parseProcessStat } from './processes.ts';

test('times are read after the command name, whatever that holds', () => {
  const line =
    '4711 (postgres: (x) y) S 42 4711 4711 0 -1 4194560 2101 77 0 0 150 50 30 20 20 0 1 0 123 456 789';
  expect(parseProcessStat(line)).toEqual({ parentPid: 42, ownTicks: 200, endedChildrenTicks: 50 });
});
