import { expect, test } from '@jest/globals';
import { inParts } from './in-parts.ts';

const rows = Array.from({ length: 401 }, (_, at) => at);

test('many rows are acted on in parts, in their order, one part after the other', async () => {
  const parts: number[][] = [];
  let running = 0;
  await inParts(rows, async (part) => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    parts.push(part);
    running -= 1;
  });
  expect(parts.map((part) => part.length)).toEqual([200, 200, 1]);
  expect(parts.flat()).toEqual(rows);
});

test('a part that fails is the last one, and no rows are no part', async () => {
  const firsts: (number | undefined)[] = [];
  const act = (part: number[]) => {
    firsts.push(part[0]);
    return Promise.reject(new Error('refused'));
  };
  await expect(inParts(rows, act)).rejects.toThrow('refused');
  await inParts([], act);
  expect(firsts).toEqual([0]);
});
