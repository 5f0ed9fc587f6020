import type { DeadLetter } from '@writ/sdk';
import type { Standing } from '../../parts/facts/facts.tsx';

export const standings: Readonly<Record<DeadLetter['status'], Standing>> = {
  waiting: { tone: 'waiting', words: 'Waiting' },
  replayed: { tone: 'good', words: 'Replayed' },
};

export const kindWords: Readonly<Record<DeadLetter['reasonKind'], string>> = {
  unreadable: 'Unreadable',
  invalid: 'Invalid',
  'too-large': 'Too large',
  unacceptable: 'Unacceptable',
};
