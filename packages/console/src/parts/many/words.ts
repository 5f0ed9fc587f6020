import type { Many } from '../../data/writes/many.ts';
import { countWords } from '../facts/words.ts';

type Words = {
  title: string;
  things: readonly [one: string, several: string];
  will: string;
  /** What to know before. */
  meaning: string;
  /** Why there is nothing to begin. */
  none: string;
  begin: (count: string) => string;
  done: string;
};

export const manyWords: Readonly<Record<Many['action'], Words>> = {
  retry: {
    title: 'Retry operations',
    things: ['operation', 'operations'],
    will: 'will be retried',
    meaning:
      'Their failed records go into new operations, as they were planned, by the connection and config of now.',
    none: 'Nothing that matches can be retried.',
    begin: (count) => `Retry ${count}`,
    done: 'retried',
  },
  cancel: {
    title: 'Cancel operations',
    things: ['operation', 'operations'],
    will: 'will be cancelled',
    meaning: 'They end as cancelled, and events tell so. What was written stays written.',
    none: 'Nothing that matches can be cancelled.',
    begin: (count) => `Cancel ${count}`,
    done: 'cancelled',
  },
  redeliver: {
    title: 'Redeliver deliveries',
    things: ['delivery', 'deliveries'],
    will: 'will be redelivered',
    meaning: 'Each goes to its destination once, the oldest first.',
    none: 'Nothing that matches can be redelivered.',
    begin: (count) => `Redeliver ${count}`,
    done: 'redelivered',
  },
};

/** `1 operation`, `1,204 operations`; `1,204+ operations` if there may be more. */
export const counted = (count: number, [one, several]: Words['things'], areMore = false): string =>
  `${countWords(count, areMore)} ${count === 1 && !areMore ? one : several}`;
