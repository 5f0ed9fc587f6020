import { expect, test } from '@jest/globals';
import { journal } from './journal.ts';

const arrival = (account: string, body = '') => ({
  atMs: 0,
  provider: 'hubspot' as const,
  account,
  method: 'GET',
  path: '/',
  query: '',
  headers: {},
  body,
});

const seqs = (entries: Iterable<{ seq: number }>) => Array.from(entries, ({ seq }) => seq);

test('it keeps the last requests only, by number and by the size of their bodies', () => {
  const byNumber = journal({ entries: 3, bodyCharacters: 100 });
  for (let count = 0; count < 5; count += 1) byNumber.open(arrival('a'));
  expect(seqs(byNumber.entries())).toEqual([3, 4, 5]);

  const bySize = journal({ entries: 10, bodyCharacters: 100 });
  for (let count = 0; count < 5; count += 1) bySize.open(arrival('a', 'x'.repeat(40)));
  expect(seqs(bySize.entries())).toEqual([4, 5]);
  bySize.open(arrival('a', 'x'.repeat(500)));
  expect(seqs(bySize.entries())).toEqual([6]);
});

test('it is read by account, or from a sequence number on', () => {
  const kept = journal({ entries: 10, bodyCharacters: 100 });
  for (const account of ['a', 'b', 'a', 'b']) kept.open(arrival(account));
  expect(seqs(kept.entries({ account: 'a' }))).toEqual([1, 3]);
  expect(seqs(kept.entries({ afterSeq: 2 }))).toEqual([3, 4]);
  expect(seqs(kept.entries({ provider: 'salesforce' }))).toEqual([]);
});

test('cleared, it counts on', () => {
  const kept = journal({ entries: 10, bodyCharacters: 100 });
  kept.open(arrival('a'));
  kept.clear();
  kept.open(arrival('a'));
  expect(seqs(kept.entries())).toEqual([2]);
});
