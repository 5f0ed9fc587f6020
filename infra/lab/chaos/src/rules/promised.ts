import type { Verdict } from '@writ/test-kit/laboratory';
import type { History } from '../entry.ts';
import { noDuplicates } from './effects.ts';
import { allAcknowledged, allSucceeded, nothingLost } from './ends.ts';
import { oneEventPerOperation } from './events.ts';

export const promised = (history: History, writes: number): Verdict[] => [
  allAcknowledged(history, writes),
  nothingLost(history),
  noDuplicates(history),
  allSucceeded(history),
  oneEventPerOperation(history),
];
