import type { DeadLetter, DeadLetterWithPayload, QueryOf, System } from '@writ/sdk';
import { useChange } from '../change.ts';
import { writOf } from '../client.ts';
import { useList } from '../list.ts';
import { useLive } from '../live.ts';

/** Each read checks the whole installation. */
export const useSystem = () =>
  useLive<System>({
    key: ['system'],
    read: (signal) => writOf().admin.system({ signal }),
    every: () => 10_000,
  });

type DeadLetterFilter = Omit<QueryOf<'getDeadLetters'>, 'pageSize' | 'pageToken'>;

const listKey = ['dead letters'];
const keyOf = (id: string) => ['dead letter', id];

export const useDeadLetters = (filter: DeadLetterFilter) =>
  useList<DeadLetter>({
    key: [...listKey, filter],
    list: (asked, options) => writOf().admin.deadLetters({ ...filter, ...asked }, options),
    since: filter.since,
  });

export const useDeadLetter = (id: string) =>
  useLive<DeadLetterWithPayload>({
    key: keyOf(id),
    read: (signal) => writOf().admin.deadLetter(id, { signal }),
    every: () => false,
  });

/** Publishes a dead letter again. One that is still unreadable stays as it is. */
export const useDeadLetterReplay = (id: string) =>
  useChange(() => writOf().admin.replayDeadLetter(id), listKey, keyOf(id));

export const useDeadLetterDiscard = (id: string) =>
  useChange(() => writOf().admin.discardDeadLetter(id), listKey);
