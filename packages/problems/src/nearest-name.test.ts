import { expect, test } from '@jest/globals';
import { nearestName } from './nearest-name.ts';

test.each([
  ['groupReff', 'groupRef'],
  ['GROUPREF', 'groupRef'],
  ['tpye', 'type'],
  ['something', undefined],
  ['x'.repeat(1_000_000), undefined],
])('the name that was meant by %.20s is %s', (given, name) => {
  expect(nearestName(given, ['type', 'groupRef', 'record'])).toBe(name);
});

test('of very many names the first are compared', () => {
  const others = Array.from({ length: 1_000 }, () => 'x');
  expect(nearestName('grupRef', ['groupRef', ...others])).toBe('groupRef');
  expect(nearestName('grupRef', [...others, 'groupRef'])).toBeUndefined();
});
