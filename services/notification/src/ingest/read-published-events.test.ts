import { expect, test } from '@jest/globals';
import { createEventRule } from './read-published-events.ts';

test('of very many events that are none no more are looked at than an answer tells of', () => {
  let looks = 0;
  const event = {
    get type() {
      looks += 1;
      return undefined;
    },
  };
  const issues = createEventRule()(Array.from({ length: 20_000 }, () => event));
  expect(issues.length).toBeGreaterThan(1_000);
  expect(looks).toBeLessThan(5_000);
});
