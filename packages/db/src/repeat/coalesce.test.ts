import { expect, test } from '@jest/globals';
import { coalesce } from './coalesce.ts';

test('look-ups of one turn share a statement, and the same one is made once', async () => {
  const asked: (readonly string[])[] = [];
  const find = coalesce(
    (keys: readonly string[]) => {
      asked.push(keys);
      return Promise.resolve(keys.map((key) => (key === 'nobody' ? undefined : { key })));
    },
    { maxKeys: 10, nameOf: (key) => key },
  );
  const [first, other, again, nobody] = await Promise.all(['a', 'b', 'a', 'nobody'].map(find));
  expect(asked).toEqual([['a', 'b', 'nobody']]);
  expect(other).toEqual({ key: 'b' });
  expect(again).toBe(first);
  expect(nobody).toBeUndefined();
  await find('a');
  expect(asked).toHaveLength(2);
});
