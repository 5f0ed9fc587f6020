import { expect, test } from '@jest/globals';
import { gatherNotes, noteLines, writtenLines } from './field-notes.ts';

test('there is a line for each kind, and a removed field is a warning', () => {
  const notes = gatherNotes([
    { kind: 'kept', field: 'd', record: 0 },
    { kind: 'dropped', field: 'b', record: 1 },
    { kind: 'dropped', field: 'a', record: 0 },
    { kind: 'unmapped', field: 'c', record: 0 },
    { kind: 'dropped', field: 'a', record: 1 },
  ]);
  expect(noteLines(notes, 'batch')).toEqual([
    {
      severity: 'WARNING',
      msg: 'Removed, because the installation does not map it: c',
      details: { note: 'unmapped', fields: [{ field: 'c', records: [0] }] },
    },
    {
      severity: 'INFO',
      msg: 'Not written, because the settings of the installation say so: a, b',
      details: {
        note: 'dropped',
        fields: [
          { field: 'a', records: [0, 1] },
          { field: 'b', records: [1] },
        ],
      },
    },
    {
      severity: 'INFO',
      msg: 'Not written, because the record has a value there already: d',
      details: { note: 'kept', fields: [{ field: 'd', records: [0] }] },
    },
  ]);
});

test('a single record needs no places, and no note makes no line', () => {
  const notes = gatherNotes([{ kind: 'defaulted', field: 'a', record: 0 }]);
  expect(noteLines(notes, 'single')).toMatchObject([{ details: { fields: [{ field: 'a' }] } }]);
  expect(noteLines([], 'single')).toEqual([]);
});

test('the text names the first fields, the details all', () => {
  const changes = Array.from({ length: 25 }, (_, n) => ({
    kind: 'dropped' as const,
    field: `f${n + 10}`.padEnd(n === 0 ? 2_000 : 0, 'x'),
    record: 0,
  }));
  const [line] = noteLines(gatherNotes(changes), 'single');
  expect(line?.msg).toMatch(/f10x{97}, f11, .*f29 and 5 more$/);
  expect(line?.details['fields']).toHaveLength(25);
});

test('the text is never cut inside a character', () => {
  const notes = gatherNotes([{ kind: 'dropped', field: `${'x'.repeat(99)}😀`, record: 0 }]);
  expect(noteLines(notes, 'single')[0]?.msg.isWellFormed()).toBe(true);
});

test('a warning of several written records is one line, which names them', () => {
  const warned = { kind: 'written', warnings: ['no id'] } as const;
  const records = [warned, { kind: 'written', recordId: '7' }, warned] as const;
  const line = { severity: 'WARNING', msg: 'no id', details: { note: 'written', records: [5, 7] } };
  expect(writtenLines(records, 'batch', (at) => at + 5)).toEqual([line]);
  expect(writtenLines([warned], 'single')).toEqual([{ ...line, details: { note: 'written' } }]);
});
