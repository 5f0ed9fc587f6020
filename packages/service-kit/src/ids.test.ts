import { expect, test } from '@jest/globals';
import { newId } from './ids.ts';

test('ids are UUIDs of version 7, all different, each greater than the one before', () => {
  const ids = Array.from({ length: 5_000 }, newId);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted());
});
