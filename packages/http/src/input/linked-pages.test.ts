import { expect, test } from '@jest/globals';
import { linkedPages, mostOfPage } from './linked-pages.ts';

type Row = { id: string; text: string };

/** The pages of a list of rows that take as much, from the first on as `Link` leads, and how many rows were asked for. */
async function pagesOf(lengths: readonly number[], options?: { readAtOnce: number }, pageSize?: number) {
  const rows = lengths.map((length, at): Row => ({ id: idOf(at), text: 'x'.repeat(length) }));
  const { answer } = linkedPages('things', options);
  const limits: number[] = [];
  const read = ({ afterId = '', limit }: { afterId: string | undefined; limit: number }) => {
    limits.push(limit);
    return Promise.resolve(rows.filter(({ id }) => id > afterId).slice(0, limit));
  };
  const pagesFrom = async (url: string): Promise<number[][]> => {
    const pageToken = new URL(url, 'http://localhost').searchParams.get('pageToken');
    const query = {
      ...(pageSize !== undefined && { pageSize }),
      ...(pageToken !== null && { pageToken }),
    };
    const { body, headers } = await answer({ params: {}, query, url }, read, (shown) =>
      shown.map(({ id }) => rows.findIndex((row) => row.id === id)),
    );
    const next = /<(.*)>/.exec(headers?.['Link'] ?? '')?.[1];
    return [body as number[], ...(next === undefined ? [] : await pagesFrom(next))];
  };
  const pages = await pagesFrom('/things');
  return { pages, limits };
}

const idOf = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
const half = mostOfPage / 2;

test('a page of large rows ends early, and the next one goes on', async () => {
  const { pages, limits } = await pagesOf([half, half, 1, half, half], { readAtOnce: 2 });
  expect(pages).toEqual([
    [0, 1],
    [2, 3, 4],
  ]);
  expect(Math.max(...limits)).toBe(2);
  expect((await pagesOf([half, half], { readAtOnce: 2 })).pages).toEqual([[0, 1]]);
});

test('small rows are read in steps, and make one page', async () => {
  const small = [1, 1, 1, 1, 1];
  expect(await pagesOf(small, { readAtOnce: 2 })).toEqual({ pages: [[0, 1, 2, 3, 4]], limits: [2, 2, 2] });
  expect(await pagesOf(small.slice(1), { readAtOnce: 2 }, 2)).toEqual({
    pages: [
      [0, 1],
      [2, 3],
    ],
    limits: [2, 1, 2, 1],
  });
  expect(await pagesOf(small, undefined, 5)).toEqual({ pages: [[0, 1, 2, 3, 4]], limits: [6] });
});
