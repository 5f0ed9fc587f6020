import { expect, test } from '@jest/globals';
import { weighSightings, type Sighting } from './sighting.ts';

const found = (recordId: string, ageMs: number): Sighting => ({ kind: 'found', recordId, ageMs });
const absent: Sighting = { kind: 'absent' };
const unsearchable: Sighting = { kind: 'unsearchable' };
const weigh = (sightings: readonly Sighting[], isIndivisible = false) =>
  weighSightings(sightings, {
    knownOf: () => ({ sinceFirstAttemptMs: 60_000, writtenBefore: ['5'] }),
    isIndivisible,
    written: [],
  });

test('a record is ours when it came into being after the first attempt began, give or take five seconds', () => {
  expect(weigh([found('1', 0), found('2', 60_000), found('3', 65_000), found('4', 65_001)])).toEqual([
    { kind: 'made', recordId: '1' },
    { kind: 'made', recordId: '2' },
    { kind: 'made', recordId: '3' },
    { kind: 'not-made', elsewhere: true },
  ]);
});

test('a record counts for one create alone', () => {
  expect(weigh([found('1', 0), found('1', 0), found('5', 0)])).toEqual([
    { kind: 'made', recordId: '1' },
    { kind: 'not-made', elsewhere: true },
    { kind: 'not-made', elsewhere: true },
  ]);
});

test('age and known ids are those of the operation that each create belongs to', () => {
  const known = [
    { sinceFirstAttemptMs: 60_000, writtenBefore: ['5'] },
    { sinceFirstAttemptMs: 10_000, writtenBefore: [] },
  ];
  const weighed = (...sightings: Sighting[]) =>
    weighSightings(sightings, {
      knownOf: (at) => known[at] ?? { sinceFirstAttemptMs: 0, writtenBefore: [] },
      isIndivisible: false,
      written: [],
    }).map(({ kind }) => kind);
  expect(weighed(found('1', 50_000), found('2', 50_000))).toEqual(['made', 'not-made']);
  expect(weighed(found('5', 0), found('5', 0))).toEqual(['not-made', 'made']);
});

test('where a key was taken before, none of what was sent with it as one was made', () => {
  const elsewhere = { kind: 'not-made', elsewhere: true };
  const seen = [found('1', 0), found('2', 90_000), absent, unsearchable];
  expect(weigh(seen, true)).toEqual([elsewhere, elsewhere, elsewhere, elsewhere]);
});

test('what cannot be looked for stays unknown, unless one that was sent with it as one is missing', () => {
  const unknown = { kind: 'unknown' };
  const notMade = { kind: 'not-made', elsewhere: false };
  expect(weigh([absent, unsearchable])).toEqual([notMade, unknown]);
  expect(weigh([absent, unsearchable], true)).toEqual([notMade, notMade]);
  expect(weigh([unsearchable, unsearchable], true)).toEqual([unknown, unknown]);
  expect(weigh([found('1', 0), unsearchable, absent], true)).toEqual([
    { kind: 'made', recordId: '1' },
    unknown,
    notMade,
  ]);
});
