import { expect, test } from '@jest/globals';
import type { Database } from '@writ/db';
import { contentCache, mostKept } from './content-cache.ts';

/** Configs by their ids, each of so many characters, and which ids the database was asked for. */
function configsOf(lengths: Readonly<Record<string, number>>) {
  const asked: string[][] = [];
  const query = (_text: string, [ids = []]: readonly string[][]) => {
    asked.push(ids);
    const rows = ids.map((id) => ({ id, json: '{}'.padEnd(lengths[id] ?? 0) }));
    return Promise.resolve({ rows });
  };
  const pool = { query } as unknown as Database['pool'];
  return { asked, read: contentCache({ pool }, 'installation_config', (content) => ({ content })) };
}

test('large contents push out those that were not read for the longest time', async () => {
  const third = Math.floor(mostKept / 3);
  const { asked, read } = configsOf({ a: third, b: third, c: third, d: third });
  for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
    expect(await read([id])).toEqual(new Map([[id, { content: {} }]]));
  }
  expect(asked).toEqual([['a'], ['b'], ['c'], ['d'], ['b']]);
});

test('one that is larger than all that is kept is read each time, and pushes nothing out', async () => {
  const { asked, read } = configsOf({ small: 100, large: mostKept + 1 });
  for (const ids of [['small'], ['large'], ['small', 'large']]) {
    expect([...(await read(ids)).keys()].toSorted()).toEqual(ids.toSorted());
  }
  expect(asked).toEqual([['small'], ['large'], ['large']]);
});
