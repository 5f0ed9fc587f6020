import { expect, test } from '@jest/globals';
import { faultsOf } from './stats.ts';

test('faults are those of failures, each once with its count', () => {
  const ended = [
    { actionType: 'write', type: 'create', status: 'success', fault: 'timeout', count: 7 },
    { actionType: 'write', type: 'create', status: 'failure', fault: 'invalid', count: 2 },
    { actionType: 'write', type: 'update', status: 'failure', fault: 'invalid', count: 3 },
    { actionType: 'write', type: 'update', status: 'failure', fault: 'conflict', count: 1 },
    { actionType: 'write', type: 'update', status: 'success', count: 9 },
  ] as const;
  expect(faultsOf({ ended: [...ended] })).toBe('invalid 5, conflict 1');
});
