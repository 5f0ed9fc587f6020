import { expect, test } from '@jest/globals';
import { notesOf, othersOf } from './notes.ts';

const line = (msg: string, details?: Record<string, string>) => ({
  timestamp: '2026-11-23T04:05:06.000Z',
  severity: 'INFO' as const,
  message: { msg, operation_id: 'an operation', ...(details && { details }) },
});

test('each kind of note is told once, with its fields and the records that it is about', () => {
  const defaulted = (record: number) =>
    line('default', { note: 'defaulted', fields: '[{"field":"stage"}]', records: `[${record}]` });
  const notes = notesOf([
    line('accepted'),
    line('dropped', { note: 'dropped', fields: '[{"field":"score","records":[0,2]},{"field":"owner"}]' }),
    defaulted(0),
    defaulted(3),
    line('if created', { note: 'defaulted', ifOnly: 'new', fields: '[{"field":"owner"}]' }),
    line('nothing is mapped', { note: 'maps-nothing' }),
    line('of a later release', { note: 'new', fields: 'no JSON' }),
  ]);
  expect(notes.map(({ kind, ifOnly, fields }) => ({ kind, ifOnly, fields }))).toEqual([
    {
      kind: 'dropped',
      fields: [
        { field: 'score', records: [0, 2] },
        { field: 'owner', records: [] },
      ],
    },
    { kind: 'defaulted', fields: [{ field: 'stage', records: [0, 3] }] },
    { kind: 'defaulted', ifOnly: 'new', fields: [{ field: 'owner', records: [] }] },
    { kind: 'maps-nothing', fields: [] },
    { kind: 'new', fields: [] },
  ]);
});

test('what a log tells besides acceptance, notes, attempts, end and retries is kept', () => {
  const log = [
    line('The write was accepted'),
    line('default', { note: 'defaulted' }),
    line('Attempt 1 failed', { attempt: '1' }),
    line('The answer cannot be stored'),
    line('Write completed'),
    line('Its failed records are tried again', { operationId: 'x' }),
  ];
  expect(othersOf(log, 'Write completed').map(({ message }) => message.msg)).toEqual([
    'The answer cannot be stored',
  ]);
});
