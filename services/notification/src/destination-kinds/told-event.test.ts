import { expect, test } from '@jest/globals';
import { mostIssues } from '@writ/problems';
import { readTemplate, templateFaults } from './told-event.ts';

const event = {
  notificationType: 'write.async.done',
  id: 'e1',
  time: '2026-01-01T00:00:00Z',
  data: { groupName: 'Acme', errors: ['one', 'two'], failed: 2, config: { a: [1] }, none: null },
};

test.each([
  ['no place', 'no place'],
  ['{{notificationType}} {{id}} {{time}}', 'write.async.done e1 2026-01-01T00:00:00Z'],
  ['{{ data.groupName }}: {{data.errors.1}} of {{data.failed}}', 'Acme: two of 2'],
  ['{{data.config}} }} {"a":{"b":1}}', '{"a":[1]} }} {"a":{"b":1}}'],
  ['[{{data.none}}{{data.missing}}{{data.groupName.length}}{{data.toString}}{{data.errors.length}}]', '[]'],
])('%s says %s', (template, text) => {
  expect(templateFaults('/t', template)).toEqual([]);
  expect(readTemplate(template, 1_000)(event)).toBe(text);
});

test('values are written as the kind of destination needs it, the rest is not', () => {
  const write = (value: string) => value.toUpperCase();
  expect(readTemplate('for {{data.groupName}}', 1_000)(event, write)).toBe('for ACME');
});

test('no more is joined than is told, and no character is cut in half', () => {
  const written: string[] = [];
  const write = (value: string) => {
    written.push(value);
    return value;
  };
  const long = { ...event, data: { long: '𝄞'.repeat(100_000) } };
  expect(readTemplate(`-${'{{data.long}}'.repeat(70)}`, 256)(long, write)).toBe(`-${'𝄞'.repeat(255)}`);
  expect(written).toHaveLength(1);
});

test.each([
  ['{{data.groupName', [1]],
  ['a {{grupName}} b {{data}}', [3, 18]],
  ['{{data.a-b}}{{}}{{data..a}}', [1, 13, 17]],
])('%s has faults at the characters %j', (template, places) => {
  const faults = templateFaults('/t', template);
  expect(faults.map(({ detail }) => Number(/\d+/.exec(detail)?.[0]))).toEqual(places);
});

test('of a template with very many faults as many are told as an answer tells', () => {
  expect(templateFaults('/t', '{{'.repeat(125_000))).toHaveLength(mostIssues + 1);
});
