import { expect, test } from '@jest/globals';
import type { Entry } from '../entry.ts';
import { flat, type Flatness } from './flat.ts';

const heap: Flatness = { measure: 'heap', unit: 'MB', of: 'median', more: 8 };
const looks = 60;

const history = (valueAt: (look: number) => number | undefined, name = 'heap: worker'): Entry[] =>
  Array.from({ length: looks }, (_, look) => {
    const value = valueAt(look);
    return { kind: 'look', atMs: look * 1000, values: value === undefined ? {} : { [name]: value } };
  });

const holds = (entries: Entry[], changes: Partial<Flatness> = {}): boolean[] =>
  flat(entries, { ...heap, ...changes }).map((verdict) => verdict.holds);

test.each([
  ['constant', () => 40],
  ['growing only while it warms up', (look: number) => Math.min(look, 20) * 10],
  ['collected now and then', (look: number) => 40 + (look % 7) * 20],
  ['with a peak in the last third', (look: number) => (look > 50 && look < 55 ? 900 : 40)],
])('a series that is %s is flat', (_, valueAt) => {
  expect(holds(history(valueAt))).toEqual([true]);
});

test.each([
  ['that grows steadily', (look: number) => 40 + look],
  ['that steps up at two thirds', (look: number) => (look < 40 ? 40 : 60)],
  ['that leaks below its garbage collection', (look: number) => 40 + look + (look % 7) * 20],
])('a series %s is not flat', (_, valueAt) => {
  expect(holds(history(valueAt))).toEqual([false]);
});

test('the lowest values count if the measure says so: between them, anything may happen', () => {
  const waves = history((look) => (look % 10 === 0 ? 40 : 40 + look * 5));
  expect(holds(waves)).toEqual([false]);
  expect(holds(waves, { of: 'least' })).toEqual([true]);
  const rising = history((look) => 40 + look + (look % 10) * 20);
  expect(holds(rising, { of: 'least' })).toEqual([false]);
});

test('a share of the value is added to what it may grow', () => {
  const tenth = history((look) => (look < 40 ? 1_000 : 1_090));
  expect(holds(tenth)).toEqual([false]);
  expect(holds(tenth, { moreShare: 0.1 })).toEqual([true]);
});

test('each series of a measure is judged, and no other', () => {
  const both = [
    ...history(() => 40),
    ...history((look) => look * 10, 'heap: gateway'),
    ...history((look) => look * 10, 'rows: outbox'),
  ].toSorted((one, other) => ('atMs' in one && 'atMs' in other ? one.atMs - other.atMs : 0));
  expect(flat(both, heap)).toMatchObject([
    { what: 'heap: gateway', holds: false },
    { what: 'heap: worker', holds: true },
  ]);
});

test('a measure that was not seen, or hardly, does not hold', () => {
  expect(holds([])).toEqual([false]);
  expect(holds(history((look) => (look > 56 ? undefined : look > 42 ? undefined : 40)))).toEqual([false]);
});
