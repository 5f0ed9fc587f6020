import { expect, test } from '@jest/globals';
import { rollingWindow } from './rolling-window.ts';

test('a window counts what began within it, and forgets each call when its time has passed', () => {
  const window = rollingWindow();
  for (let at = 0; at < 5_000; at += 1) window.add(at);
  expect(window.used(4_999, 1_000)).toBe(1_000);
  expect(window.used(5_999, 1_000)).toBe(0);
  window.add(6_000);
  expect(window.used(6_999, 1_000)).toBe(1);
});
