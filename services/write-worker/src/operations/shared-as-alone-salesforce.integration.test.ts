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
type Fields = Readonly<Record<string, string>>;
/** Fields of a provider, the first two good, and its unique value. */
type World = {
  provider: 'hubspot' | 'salesforce';
  most: number;
  fields: readonly Fields[];
  lookedAt: string;
  keyed: (key: number) => Fields;
  keyless: (key: number) => Fields;
  missing: string;
  path: string;
};
const hubspot: World = {
  provider: 'hubspot',
  most: 100,
  fields: [{ city: 'Ulm' }, { city: 'Bonn', zip: '5' }, { lifecyclestage: 'nonsense' }, { nonsense: 'x' }],
  lookedAt: 'city',
  keyed: (key) => ({ email: `there${key}@x.example` }),
  keyless: (key) => ({ lastname: `L${key}` }),
  missing: '999999999',
  path: '/contacts',
};
const salesforce: World = {
  provider: 'salesforce',
  most: 200,
  fields: [{ Title: 'Ulm' }, { Title: 'Bonn', Phone: '5' }, { LeadSource: 'nonsense' }, { Nonsense__c: 'x' }],
  lookedAt: 'Title',
  keyed: (key) => ({ External_Id__c: `there${key}`, LastName: 'L' }),
  keyless: (key) => ({ LastName: `L${key}` }),
  missing: '003000000000001AAA',
  path: '/',
};

/** Creates by unique number, updates by contact. */
type Kind =
  | { do: 'create'; key: number; fields: number; isKeyless?: boolean }
  | { do: 'update'; contact: number; fields: number; ifEmpty: boolean };
type Cut = 'commit-then-reset' | 'reset' | 'outage' | 'quota';

const fields = fc.nat({ max: hubspot.fields.length - 1 });
const update: fc.Arbitrary<Kind> = fc.oneof(
  fc.record({
    do: fc.constant('update' as const),
    contact: fc.nat({ max: contacts - 1 }),
    fields,
    ifEmpty: fc.boolean(),
  }),
  // A missing record only: the endpoint decides which of two errors HubSpot returns.
  fc.record({
    do: fc.constant('update' as const),
    contact: fc.constant(contacts),
    fields: fc.nat({ max: 1 }),
    ifEmpty: fc.boolean(),
  }),
);
const create = (key: fc.Arbitrary<number>): fc.Arbitrary<Kind> =>
  fc.record({ do: fc.constant('create' as const), key, fields });
/** Nothing could find it again, so no answer is cut. */
const keyless: fc.Arbitrary<Kind> = fc.record({
  do: fc.constant('create' as const),
  key: fc.nat(),
  fields,
  isKeyless: fc.constant(true),
});

/** If answers are cut, keys are new and unique: otherwise timing decides who creates a record. */
const cutRun = fc.record({
  kinds: fc
    .array(fc.oneof(update, create(fc.constant(0))), { minLength: 2, maxLength: 14 })
    .map((kinds) => kinds.map((kind, at) => (kind.do === 'create' ? { ...kind, key: 100 + at } : kind))),
  cuts: fc.array(fc.constantFrom<Cut>('commit-then-reset', 'reset', 'outage', 'quota'), {
    minLength: 1,
    maxLength: 3,
  }),
});
const wholeRun = fc.record({
  // Some keys exist already, and some repeat.
  kinds: fc.array(fc.oneof(update, create(fc.nat({ max: contacts + 5 }))), { minLength: 2, maxLength: 14 }),
  cuts: fc.constant<Cut[]>([]),
});
const keylessRun = fc.record({
  kinds: fc.array(fc.oneof(update, create(fc.nat({ max: 20 })), { arbitrary: keyless, weight: 3 }), {
    minLength: 12,
    maxLength: 40,
  }),
  cuts: fc.constant<Cut[]>([]),
});

const thenOf = (cut: Cut) =>
  cut === 'outage'
    ? { status: 503, body: { status: 'error', message: 'down' } }
    : cut === 'quota'
      ? { status: 429, body: { status: 'error', policyName: 'TEN_SECONDLY_ROLLING', message: 'slow down' } }
      : cut;

/** Runs writes to their end, sharing calls or each alone. */
async function perform(
  world: World,
  { kinds, cuts }: { kinds: readonly Kind[]; cuts: readonly Cut[] },
  shares: boolean,
) {
  const { provider, path, lookedAt } = world;
  const lane = startCalls(ground, { provider });
  const ids: string[] = [];
  for (let at = 0; at < contacts; at += 1)
    ids.push(await lane.contact({ ...world.keyed(at), ...(at % 2 === 0 && { [lookedAt]: 'Kiel' }) }));
  const writes = kinds.map((kind): Partial<NewOperation> => {
    const own = world.fields[kind.fields] ?? {};
    if (kind.do === 'create') {
      const key = kind.isKeyless ? world.keyless(kind.key) : world.keyed(kind.key);
      const most = kind.isKeyless && provider === 'hubspot' ? 10 : world.most;
      return { together: shares ? most : undefined, records: [{ fields: { ...own, ...key } }] };
    }
    const ifEmpty = kind.ifEmpty && lookedAt in own ? { ifEmpty: [lookedAt] } : {};
    return {
      together: shares ? world.most : undefined,
      type: 'update',
      records: [{ id: ids[kind.contact] ?? world.missing, fields: own, ...ifEmpty }],
    };
  });
  const operations = await lane.accept(writes);
  for (const [at, cut] of cuts.entries()) {
    lane.trouble({ match: { path }, then: thenOf(cut) });
    if (at % 2 === 0) await lane.round();
  }
  for (let rounds = 0; (await lane.round()).length > 0; rounds += 1) expect(rounds).toBeLessThan(60);
  return {
    ends: await lane.ends(operations),
    records: lane
      .held()
      .map((record) => JSON.stringify(record.fields))
      .toSorted(),
  };
}

test.each([
  ['HubSpot, creates that nothing can find again', hubspot, keylessRun, 4],
  ['Salesforce, any mix of writes and errors', salesforce, wholeRun, 12],
  ['Salesforce, any mix with answers that are cut', salesforce, cutRun, 12],
  ['Salesforce, creates that nothing can find again', salesforce, keylessRun, 4],
])(
  'writes that share calls end as each alone would: %s',
  async (_, world, arbitrary, numRuns) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (run) => {
        const [shared, alone] = [await perform(world, run, true), await perform(world, run, false)];
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
