import { expect, test } from '@jest/globals';
import { renderNumber, renderTable } from './render-table.ts';

test('columns are as wide as their longest text, and numbers stand at the right', () => {
  const rows = [
    ['p50', '1.5', 'ms'],
    ['top rate', '2,000', '/s'],
  ];
  expect(renderTable(rows, [1])).toBe('p50         1.5  ms\ntop rate  2,000  /s');
});

test.each([
  [1234.5, '1,235'],
  [0.123456, '0.123'],
  [12.3456, '12.3'],
  [250, '250'],
  [0, '0'],
])('%d is written as %s', (value, text) => {
  expect(renderNumber(value)).toBe(text);
});
