import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { NewOperation } from '@writ/operation';
import fc from 'fast-check';
import { startCalls } from '../testing/start-calls.ts';
import { startGround, type Ground } from '../testing/start-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.close());
beforeEach(() => ground.sandbox.clearFaults());

const contacts = 4;
const emailOf = (at: number): string => `there${at}@x.example`;
const fieldsOf = [
  { city: 'Ulm' },
  { city: 'Bonn', zip: '5' },
  { lifecyclestage: 'nonsense' },
  { nonsense: 'x' },
] as const;

/** What a write does: creates by a number of its email, updates by the place of their contact. */
type Kind =
  | { do: 'create'; email: number; fields: number }
  | { do: 'update'; contact: number; fields: number; ifEmpty: boolean };
type Cut = 'commit-then-reset' | 'reset' | 'outage' | 'quota';

const fields = fc.nat({ max: fieldsOf.length - 1 });
const update: fc.Arbitrary<Kind> = fc.oneof(
  fc.record({
    do: fc.constant('update' as const),
    contact: fc.nat({ max: contacts - 1 }),
    fields,
    ifEmpty: fc.boolean(),
  }),
  // A record that is not there, and nothing else wrong with it: which of two errors HubSpot tells depends on the endpoint.
  fc.record({
    do: fc.constant('update' as const),
    contact: fc.constant(contacts),
    fields: fc.nat({ max: 1 }),
    ifEmpty: fc.boolean(),
  }),
);
const create = (email: fc.Arbitrary<number>): fc.Arbitrary<Kind> =>
  fc.record({ do: fc.constant('create' as const), email, fields });

/** With answers that are cut, each email is new and comes once: who has made a record is a question of time then. */
const cutRun = fc.record({
  kinds: fc
    .array(fc.oneof(update, create(fc.constant(0))), { minLength: 2, maxLength: 14 })
    .map((kinds) => kinds.map((kind, at) => (kind.do === 'create' ? { ...kind, email: 100 + at } : kind))),
  cuts: fc.array(fc.constantFrom<Cut>('commit-then-reset', 'reset', 'outage', 'quota'), {
    minLength: 1,
    maxLength: 3,
  }),
});
const wholeRun = fc.record({
  // Some emails are there already, and some come twice.
  kinds: fc.array(fc.oneof(update, create(fc.nat({ max: contacts + 5 }))), { minLength: 2, maxLength: 14 }),
  cuts: fc.constant<Cut[]>([]),
});

const thenOf = (cut: Cut) =>
  cut === 'outage'
    ? { status: 503, body: { status: 'error', message: 'down' } }
    : cut === 'quota'
      ? { status: 429, body: { status: 'error', policyName: 'TEN_SECONDLY_ROLLING', message: 'slow down' } }
      : cut;

/** Performs writes, which share calls or have one of their own each, until all have ended. */
async function perform(kinds: readonly Kind[], cuts: readonly Cut[], together: number | undefined) {
  const lane = startCalls(ground);
  const ids: string[] = [];
  for (let at = 0; at < contacts; at += 1)
    ids.push(await lane.contact({ email: emailOf(at), ...(at % 2 === 0 && { city: 'Kiel' }) }));
  const writes = kinds.map((kind): Partial<NewOperation> => {
    const own = fieldsOf[kind.fields] ?? {};
    if (kind.do === 'create')
      return { together, records: [{ fields: { ...own, email: emailOf(kind.email) } }] };
    const ifEmpty = kind.ifEmpty && 'city' in own ? { ifEmpty: ['city'] } : {};
    return {
      together,
      type: 'update',
      records: [{ id: ids[kind.contact] ?? '999999999', fields: own, ...ifEmpty }],
    };
  });
  const operations = await lane.accept(writes);
  for (const [at, cut] of cuts.entries()) {
    lane.trouble({ match: { path: '/contacts' }, then: thenOf(cut) });
    if (at % 2 === 0) await lane.round();
  }
  for (let rounds = 0; (await lane.round()).length > 0; rounds += 1) expect(rounds).toBeLessThan(60);
  const ends = await Promise.all(operations.map(lane.find));
  return {
    ends: ends.map(({ status, fault, ambiguous }) => ({
      status,
      fault: status === 'failure' ? fault : null,
      ambiguous,
    })),
    records: lane
      .held()
      .map((record) => record.fields)
      .toSorted((a, b) => (String(a['email']) < String(b['email']) ? -1 : 1)),
    calls: lane.calls().length,
  };
}

test.each([
  ['any mix of writes and errors', wholeRun, 12],
  ['any mix with answers that are cut', cutRun, 12],
])(
  'writes that share calls end as each alone would: %s',
  async (_, run, numRuns) => {
    await fc.assert(
      fc.asyncProperty(run, async ({ kinds, cuts }) => {
        const [shared, alone] = [await perform(kinds, cuts, 100), await perform(kinds, cuts, undefined)];
        expect(shared.records).toEqual(alone.records);
        for (const [at, end] of shared.ends.entries()) {
          const other = alone.ends[at];
          if (!end.ambiguous) expect({ at, ...end }).toEqual({ at, ...other, ambiguous: false });
        }
      }),
      { numRuns, seed: 7 },
    );
  },
  120_000,
);
