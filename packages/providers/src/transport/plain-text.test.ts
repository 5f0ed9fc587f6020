import { expect, test } from '@jest/globals';
import { plainText } from './plain-text.ts';

test.each([
  ['<h1>Bad <b class="x">gateway</b></h1><br/>', 'Bad  gateway'],
  ['a\u0000b\nc', 'a b c'],
  ['Session 00D5e000000xjqx!at.aiHVkBm_x expired', 'Session [token] expired'],
  ['sent Bearer abcdefghijkl1234', 'sent [token]'],
  ['Email address <a@b> is invalid: 3 < 4', 'Email address <a@b> is invalid: 3 < 4'],
  ['   ', undefined],
  [{ message: 'x' }, undefined],
])('makes %j fit to be shown', (said, shown) => {
  expect(plainText(said)).toBe(shown);
});

test('cuts a long text, and never inside a character', () => {
  const text = plainText(`${'x'.repeat(999)}😀tail`);
  expect(text).toHaveLength(1_000);
  expect(text?.isWellFormed()).toBe(true);
});
