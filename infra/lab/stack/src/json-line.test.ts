import { expect, test } from '@jest/globals';
import { jsonLine } from './json-line.ts';

test.each([
  ['{"level":"info","message":"is ready"}', '{"program":"operations","level":"info","message":"is ready"}'],
  ['Starting Kafka.', '{"program":"operations","message":"Starting Kafka."}'],
  ['"quoted"', '{"program":"operations","message":"\\"quoted\\""}'],
  ['[1]', '{"program":"operations","message":"[1]"}'],
  ['{"cut', '{"program":"operations","message":"{\\"cut"}'],
])('%s', (line, expected) => {
  expect(jsonLine('operations', line)).toBe(expected);
});
