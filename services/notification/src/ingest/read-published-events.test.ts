import { expect, test } from '@jest/globals';
import { createEventReader } from './read-published-events.ts';

test('of very many events that are none no more are looked at than an answer tells of', () => {
  let looks = 0;
  const event = {
    get type() {
      looks += 1;
      return undefined;
    },
  };
  const read = createEventReader();
  expect(() =>
    read(
      Array.from({ length: 20_000 }, () => event),
      'a',
    ),
  ).toThrow('more than 1000 faults');
  expect(looks).toBeLessThan(5_000);
});
