import { expect, test } from '@jest/globals';
import { whenItEnds } from './when-it-ends.ts';

const told: string[] = [];
const tell = (line: string): void => void told.push(line);

test('a program is left where it is unless it is to be brought back', () => {
  const plan = whenItEnds('operations', { tell, bringBack: false });
  plan.onCrash?.('exit code 1');
  expect(told.splice(0)).toEqual(['operations has ended by itself (exit code 1); the others go on.']);
  expect(plan).not.toHaveProperty('onLost');
});

test('one that is brought back is given some minutes, and each pause is no shorter than the one before', () => {
  const { onCrash, onBack, onLost, pausesMs = [] } = whenItEnds('operations', { tell, bringBack: true });
  onCrash?.('SIGKILL');
  onBack?.();
  onLost?.(new Error('operations does not come back: no disk.'));
  expect(told.splice(0)).toEqual([
    'operations has ended by itself (SIGKILL); it is started again.',
    'operations is back.',
    'operations does not come back: no disk.',
  ]);
  expect(pausesMs).toEqual([...pausesMs].sort((a, b) => a - b));
  expect(pausesMs[0]).toBe(0);
  expect(pausesMs.reduce((sum, pause) => sum + pause)).toBeGreaterThan(4 * 60_000);
});
