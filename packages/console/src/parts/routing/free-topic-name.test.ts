import { expect, test } from '@jest/globals';
import { freeTopicName } from './free-topic-name.ts';

test('a new topic is called by what it leads where, and counted where topics have that name', () => {
  const nameBeside = (...taken: string[]) => freeTopicName(taken, 'crm', 'connection.error');
  expect(nameBeside('crm')).toBe('crm connection.error');
  expect(nameBeside('crm connection.error')).toBe('crm connection.error 2');
  expect(nameBeside('crm connection.error 2', 'crm connection.error')).toBe('crm connection.error 3');
});

test('of a long name so much is kept that the service takes it, in whole characters', () => {
  const long = '\u{1F4E6}'.repeat(128);
  const first = freeTopicName([], long, 'connection.error');
  expect(first).toBe(`${'\u{1F4E6}'.repeat(111)} connection.error`);
  expect(Array.from(freeTopicName([first], long, 'connection.error'))).toHaveLength(128);
});
