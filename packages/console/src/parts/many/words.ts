import type { Many } from '../../data/writes/many.ts';

type Words = {
  verb: string;
  /** What follows `will be`. */
  done: string;
  one: string;
  several: string;
  /** What to know before. */
  meaning: string;
};

export const manyWords: Readonly<Record<Many['action'], Words>> = {
  retry: {
    verb: 'Retry',
    done: 'retried',
    one: 'operation',
    several: 'operations',
    meaning:
      'Their failed records go into new operations, as they were planned, by the connection and config of now.',
  },
  cancel: {
    verb: 'Cancel',
    done: 'cancelled',
    one: 'operation',
    several: 'operations',
    meaning: 'They end as cancelled, and their events say so. What was written stays written.',
  },
  redeliver: {
    verb: 'Redeliver',
    done: 'redelivered',
    one: 'delivery',
    several: 'deliveries',
    meaning: 'Each goes to its destination once, the oldest first.',
  },
};

/** `Retry operations`. */
export function titleOf(action: Many['action'] | 'erase' | 'export' | 'eraseProject'): string {
  if (action === 'erase') return 'Erase a customer';
  if (action === 'export') return 'Export a customer';
  if (action === 'eraseProject') return 'Erase the project';
  return `${manyWords[action].verb} ${manyWords[action].several}`;
}

export const noneOf = (action: Many['action']): string =>
  `Nothing that matches can be ${manyWords[action].done}.`;
