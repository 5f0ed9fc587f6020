import type { Many } from '../../data/writes/many.ts';
import { countWords } from '../facts/numbers.ts';

type Words = {
  /** What is done, as a title. */
  title: string;
  /** One of them, and several. */
  things: readonly [one: string, several: string];
  /** What becomes of them. */
  will: string;
  /** What one should know before. */
  meaning: string;
  /** Why there is nothing to begin. */
  none: string;
  /** What the button says that begins it with so many. */
  begin: (count: string) => string;
  /** What has become of them. */
  done: string;
};

/** What is done with many, in words. */
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

/** So many of them: `1 operation`, `1,204 operations`, and where there may be more of them `1,204+ operations`. */
export const counted = (count: number, [one, several]: Words['things'], areMore = false): string =>
  `${countWords(count, areMore)} ${count === 1 && !areMore ? one : several}`;
