import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { openGovernor } from '@writ/governor';
import type { NewOperation } from '@writ/operation';
import { providerQuotaVariables } from '@writ/providers';
import { createAppLogger, createClosing, createMetrics, readEnvironment } from '@writ/service-kit';
import { startCalls } from '../testing/start-calls.ts';
import { startGround, type Ground } from '../testing/start-ground.ts';
import { unpaced } from '../testing/unpaced.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
const closing = createClosing();
afterAll(async () => {
  await closing.close();
  await ground.close();
});
beforeEach(() => ground.sandbox.clearFaults());

const create = (fields: Record<string, string>): Partial<NewOperation> => ({ records: [{ fields }] });
const update = (id: string, fields: Record<string, string>, more = {}): Partial<NewOperation> => ({
  type: 'update',
  records: [{ id, fields, ...more }],
});
const emails = (count: number, name = newId()) =>
  Array.from({ length: count }, (_, at) => `${at}${name}@x.example`);

test('creates share a call; each gets its own record, event and attempt, and the attempts name the call', async () => {
  const lane = startCalls(ground);
  const ids = await lane.accept(emails(5).map((email, at) => create({ email, city: `c${at}` })));
  expect(await lane.round()).toEqual([5]);
  expect(lane.calls()).toEqual(['POST contacts/batch/create']);
  const operations = await Promise.all(ids.map(lane.find));
  const cities = operations.map(
    ({ writtenId }) => lane.held().find(({ id }) => id === writtenId)?.fields['city'],
  );
  expect(cities).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  const attempts = (await Promise.all(ids.map(lane.attempts))).flat();
  const [{ call } = {}] = attempts;
  expect(call).toMatchObject({ endpoint: expect.stringContaining('/batch/create'), operations: 5 });
  expect(call?.providerCall).toEqual(expect.any(String));
  for (const attempt of attempts)
    expect(attempt).toMatchObject({ number: 1, outcome: 'success', call, sent: 1 });
});

test('a batch shares the call of single writes, and each operation ends with what became of its own records', async () => {
  const lane = startCalls(ground);
  const contacts = await Promise.all(emails(4).map((email) => lane.contact({ email })));
  const records = contacts.slice(1, 3).map((id, at) => ({ id, fields: { city: `b${at}` } }));
  const before = lane.calls().length;
  const ids = await lane.accept([
    update(contacts[0] ?? '', { city: 'single' }),
    {
      type: 'update',
      form: 'batch',
      records: [...records, { id: contacts[3] ?? '', fields: { nonsense: 'x' } }],
    },
  ]);
  expect(await lane.round()).toEqual([2]);
  // The second lacks the record that the refusal names.
  expect(lane.calls().slice(before)).toEqual(Array(2).fill('POST contacts/batch/update'));
  const operations = await Promise.all(ids.map(lane.find));
  expect(operations.map(({ status, succeeded, failed }) => [status, succeeded, failed])).toEqual([
    ['success', 1, 0],
    ['success', 2, 1],
  ]);
  const cityOf = (contact: string | undefined) =>
    lane.held().find(({ id }) => id === contact)?.fields['city'];
  expect(contacts.map(cityOf)).toEqual(['single', 'b0', 'b1', undefined]);
  const [single, batch] = await Promise.all(ids.map(lane.attempts));
  expect(batch?.[0]).toMatchObject({ call: single?.[0]?.call, sent: 3 });
});

test('a shared call whose answer is lost counts one attempt of a batch, which goes alone next', async () => {
  const lane = startCalls(ground);
  const ids = await lane.accept([
    ...emails(2).map((email) => create({ email })),
    { form: 'batch', records: emails(3).map((email) => ({ fields: { email } })) },
  ]);
  lane.trouble({ then: 'commit-then-reset' });
  expect(await lane.round()).toEqual([3]);
  // Half of five records: the singles still share, the batch stays whole.
  expect((await lane.round()).toSorted()).toEqual([1, 2]);
  const operations = await Promise.all(ids.map(lane.find));
  expect(operations.map(({ status, attempt, succeeded }) => [status, attempt, succeeded])).toEqual([
    ['success', 2, 1],
    ['success', 2, 1],
    ['success', 2, 3],
  ]);
  expect(lane.held()).toHaveLength(5);
});

test('a write that is alone goes by the endpoint for one record, and its attempt names no shared call', async () => {
  const lane = startCalls(ground);
  const [id = ''] = await lane.accept(emails(1).map((email) => create({ email })));
  expect(await lane.round()).toEqual([1]);
  expect(lane.calls()).toEqual(['POST contacts']);
  expect((await lane.attempts(id))[0]?.call).not.toHaveProperty('providerCall');
});

test('an error of one record is that of its operation alone', async () => {
  const lane = startCalls(ground);
  const [taken = '', ...free] = emails(4);
  await lane.contact({ email: taken });
  const ids = await lane.accept([taken, ...free].map((email) => create({ email })));
  expect(await lane.round()).toEqual([4]);
  const operations = await Promise.all(ids.map(lane.find));
  expect(operations.map(({ status, fault }) => [status, fault])).toEqual([
    ['failure', 'conflict'],
    ...free.map(() => ['success', null]),
  ]);
});

test('what a refusal names is left out, and the rest goes again in the same attempt', async () => {
  const lane = startCalls(ground);
  const contacts = await Promise.all(emails(4).map((email) => lane.contact({ email })));
  const before = lane.calls().length;
  const ids = await lane.accept(
    contacts.map((id, at) => update(id, at === 2 ? { nonsense: 'x' } : { city: 'Ulm' })),
  );
  expect(await lane.round()).toEqual([4]);
  expect(lane.calls().slice(before)).toHaveLength(2);
  expect((await Promise.all(ids.map(lane.find))).map(({ status }) => status)).toEqual([
    'success',
    'success',
    'failure',
    'success',
  ]);
});

/** HubSpot refuses any call with this record without naming it. */
const refusal = {
  match: { record: { city: 'refused' } },
  times: 100,
  then: {
    status: 400,
    body: { status: 'error', category: 'VALIDATION_ERROR', message: 'refused by a rule' },
  },
};

test.each([
  ['that names nobody', 400, { category: 'VALIDATION_ERROR', message: 'Something is wrong' }],
  ['for a missing scope', 403, { category: 'MISSING_SCOPES', message: 'The scope is missing' }],
])(
  'a refusal %s counts no attempt: halves go again until the record is alone, with its own error',
  async (_, status, body) => {
    const trouble = {
      match: { record: { city: 'Bonn' } },
      times: Infinity,
      then: { status, body: { status: 'error', ...body } },
    };
    const lane = startCalls(ground);
    const contacts = await Promise.all(emails(8).map((email) => lane.contact({ email })));
    const before = lane.calls().length;
    const ids = await lane.accept(
      contacts.map((id, at) => update(id, at === 5 ? { city: 'Bonn' } : { city: 'Ulm' })),
    );
    lane.trouble(trouble);
    const rounds: number[][] = [];
    for (let round = await lane.round(); round.length > 0; round = await lane.round()) rounds.push(round);
    expect(rounds).toEqual([[8], [4, 4], [2, 2], [1, 1]]);
    const operations = await Promise.all(ids.map(lane.find));
    const ends = operations.map(({ status, attempt }) => [status, attempt]);
    expect(ends).toEqual(contacts.map((_, at) => [at === 5 ? 'failure' : 'success', 1]));
    expect(lane.calls().slice(before).at(-1)).toMatch(/^PATCH contacts\//);
    const alone = startCalls(ground);
    const contact = await alone.contact({ email: emails(1)[0] ?? '' });
    const [single = ''] = await alone.accept([{ ...update(contact, { city: 'Bonn' }), together: undefined }]);
    alone.trouble(trouble);
    await alone.round();
    expect(operations[5]?.result).toBe((await alone.find(single)).result);
  },
);

test.each([
  ['one', 1],
  ['several', 2],
])('of %s with the value that a refusal names, each ends with its own error', async (_, bad) => {
  const lane = startCalls(ground);
  const contacts = await Promise.all(emails(6).map((email) => lane.contact({ email })));
  const ids = await lane.accept(
    contacts.map((id, at) => update(id, at < bad ? { lifecyclestage: 'nonsense' } : { city: 'Ulm' })),
  );
  const rounds: number[][] = [];
  for (let round = await lane.round(); round.length > 0; round = await lane.round()) rounds.push(round);
  // They may depend on different records, so each is sent alone.
  expect(rounds).toEqual(bad === 1 ? [[6]] : [[6], [1, 1]]);
  const ends = (await Promise.all(ids.map(lane.find))).map(({ status, attempt }) => [status, attempt]);
  expect(ends).toEqual(contacts.map((_id, at) => [at < bad ? 'failure' : 'success', 1]));
});

test.each([
  ['timeout', 'commit-then-reset' as const],
  ['outage', { status: 503, body: { status: 'error', message: 'down' } }],
])('after a %s of the call each has an attempt, and goes next in a call of half as many', async (_, then) => {
  const lane = startCalls(ground);
  const contacts = await Promise.all(emails(6).map((email) => lane.contact({ email })));
  const ids = await lane.accept(contacts.map((id) => update(id, { city: 'Ulm' })));
  lane.trouble({ match: { path: '/batch/update' }, then });
  expect(await lane.round()).toEqual([6]);
  const [attempts] = await Promise.all(ids.map(lane.attempts));
  expect(attempts).toMatchObject([{ outcome: 'retry', call: { operations: 6 } }]);
  expect(await lane.round()).toEqual([3, 3]);
  expect((await Promise.all(ids.map(lane.find))).map(({ status, attempt }) => [status, attempt])).toEqual(
    ids.map(() => ['success', 2]),
  );
});

test.each([
  ['a quota', 429, { policyName: 'TEN_SECONDLY_ROLLING', message: 'slow down' }],
  ['credentials', 401, { message: 'expired' }],
])('a refusal by %s changes no size', async (_, status, body) => {
  const lane = startCalls(ground);
  await lane.accept(emails(4).map((email) => create({ email })));
  lane.trouble({ then: { status, body: { status: 'error', ...body } } });
  expect(await lane.round()).toEqual([4]);
  expect(await lane.round()).toEqual([4]);
  expect(lane.held()).toHaveLength(4);
});

test('a call whose request takes more than 10 s was too large, although all of it is written', async () => {
  // Before the call; before and after its request, which waits for a permit for a minute; after the call.
  const clocks = [0, 60_000, 70_000, 70_000, 70_000, 70_000, 80_001, 80_001];
  const lane = startCalls(ground, { monotonicMs: () => clocks.shift() ?? 0 });
  for (const course of ['clean', 'too-large']) {
    const ids = await lane.accept(emails(4).map((email) => create({ email })));
    await lane.round();
    expect(lane.courses.shift()).toEqual({ operations: 4, course });
    expect((await Promise.all(ids.map(lane.find))).map(({ status }) => status)).toEqual(
      ids.map(() => 'success'),
    );
  }
});

test('an outage is found by calls that fail, not by the operations in them', async () => {
  const config = {
    ...readEnvironment(providerQuotaVariables, {}),
    PROVIDER_QUOTA_PERCENT: 100,
    PROVIDER_SYNCHRONOUS_PERCENT: 0,
    REDIS_URL: undefined,
  };
  const metrics = createMetrics({ service: 'test', defaults: false });
  const logger = createAppLogger({ service: 'test', level: 'error' });
  const governor = openGovernor(
    { config, quotaPercentOf: () => undefined, most: 24, logger, metrics },
    closing,
  );
  const lane = startCalls(ground, { governor });
  const { laneId: key, provider } = lane.target;
  const breaker = async () => (await governor.look({ key, provider })).breaker.state;
  const three = (header: string) =>
    emails(3).map((email) => ({ ...create({ email }), forwardHeaders: [{ key: 'x', value: header }] }));
  lane.trouble({ times: 100, then: { status: 503, body: { status: 'error', message: 'down' } } });
  // The fifth failed call opens the breaker.
  await lane.accept(['a', 'b', 'c', 'd'].flatMap(three));
  expect(await lane.round()).toEqual([3, 3, 3, 3]);
  // Reports travel with the next ask.
  await governor.permits({ key, provider }, 1);
  expect(await breaker()).toBe('closed');
  await lane.accept(three('e'));
  expect(await lane.round()).toContain(3);
  await governor.permits({ key, provider }, 1);
  expect(await breaker()).toBe('open');
});

test('a call of which a tenth of the records are locked was too large', async () => {
  const lane = startCalls(ground);
  await lane.accept(emails(4).map((email) => create({ email })));
  lane.trouble({ then: { status: 423, body: { status: 'error', message: 'locked' } } });
  await lane.round();
  await lane.round();
  expect(lane.courses).toEqual([
    { operations: 4, course: 'too-large' },
    { operations: 4, course: 'clean' },
  ]);
});

test('creates whose answer was lost are looked for together, and each is there once', async () => {
  const lane = startCalls(ground);
  const ids = await lane.accept(emails(4).map((email) => create({ email })));
  lane.trouble({ then: 'commit-then-reset' });
  expect([await lane.round(), await lane.round()]).toEqual([[4], [2, 2]]);
  expect(lane.calls()).toEqual([
    'POST contacts/batch/create',
    'POST contacts/batch/read',
    'POST contacts/batch/read',
  ]);
  const [attempt] = (await lane.attempts(ids[3] ?? '')).slice(-1);
  expect(attempt).toMatchObject({ number: 2, outcome: 'success', call: { operations: 2 } });
  const operations = await Promise.all(ids.map(lane.find));
  expect(operations.map(({ status, ambiguous }) => [status, ambiguous])).toEqual(
    ids.map(() => ['success', false]),
  );
  expect(lane.held()).toHaveLength(4);
});

test('creates of a process that died in the call are there once', async () => {
  const lane = startCalls(ground);
  const ids = await lane.accept(emails(4).map((email) => create({ email })));
  const [call] = await lane.claim(0);
  if (call) await lane.perform(call);
  await lane.round();
  expect((await Promise.all(ids.map(lane.find))).map(({ status }) => status)).toEqual(
    ids.map(() => 'success'),
  );
  expect(lane.held()).toHaveLength(4);
});

test('of creates in doubt each is judged by the age of its own first attempt', async () => {
  const lane = startCalls(ground);
  const there = emails(4);
  const ids = await lane.accept(there.map((email) => create({ email })));
  lane.trouble({ match: { path: '/batch/create' }, then: 'reset' });
  await lane.round();
  await Promise.all(there.map((email) => lane.contact({ email })));
  const [call] = await lane.claim();
  if (!call) throw new Error('nothing was due');
  // One began a minute before its contact was made, the other a minute after.
  const operations = call.operations.map((operation, at) => ({
    ...operation,
    msSinceFirstAttempt: at === 0 ? 60_000 : -60_000,
  }));
  const { settlements } = await lane.perform({ ...call, operations });
  expect(settlements.map(({ operation, judgement }) => [operation.id, judgement.next])).toMatchObject([
    [ids[0], { do: 'end', status: 'success' }],
    [ids[1], { do: 'end', status: 'failure' }],
  ]);
});

test('two creates with one unique value never share a call, so one is made and the other one fails', async () => {
  const lane = startCalls(ground);
  const [email = '', other = ''] = emails(2);
  const ids = await lane.accept(
    [email, other, ` ${email.toUpperCase()}`].map((value) => create({ email: value })),
  );
  await lane.round();
  expect(lane.held()).toHaveLength(2);
  await lane.round();
  const operations = await Promise.all(ids.map(lane.find));
  expect(operations.map(({ status, fault, attempt }) => [status, fault, attempt])).toEqual([
    ['success', null, 1],
    ['success', null, 1],
    ['failure', 'conflict', 1],
  ]);
});

test('what lost its lease before the call is not sent, and the others are', async () => {
  const lane = startCalls(ground);
  const ids = await lane.accept(emails(3).map((email) => create({ email })));
  const [call] = await lane.claim();
  const gone = call?.operations[1];
  if (!call || !gone) throw new Error('nothing was due');
  call.lost.add(gone);
  const { settlements } = await lane.perform(call);
  expect(settlements.map(({ operation }) => operation.id)).toEqual([ids[0], ids[2]]);
  expect(lane.held()).toHaveLength(2);
});

test('what is overdue ends without a call, and no permit is asked for where all are', async () => {
  const paced: string[] = [];
  const governor: typeof unpaced = {
    paced: (account, options, work) => {
      paced.push(account.key);
      return unpaced.paced(account, options, work);
    },
  };
  const lane = startCalls(ground, { governor });
  await lane.accept(emails(3).map((email) => create({ email })));
  const [call] = await lane.claim();
  if (!call) throw new Error('nothing was due');
  const late = call.operations.map((operation) => ({ ...operation, msToDeadline: 0 }));
  const { settlements } = await lane.perform({ ...call, operations: late });
  expect(settlements.map(({ isNoAttempt }) => isNoAttempt)).toEqual([true, true, true]);
  expect([paced, lane.held()]).toEqual([[], []]);
  const { settlements: some } = await lane.perform({
    ...call,
    operations: [...late.slice(0, 1), ...call.operations.slice(1)],
  });
  expect(some.map(({ isNoAttempt }) => isNoAttempt)).toEqual([true, undefined, undefined]);
  expect([paced.length, lane.held().length]).toEqual([1, 2]);
});

test('what its installation writes through another connection by now goes alone, and counts no attempt', async () => {
  const moved = new Map<string, string>();
  const lane = startCalls(ground, { moved });
  const [first, second, third] = emails(3).map((email) => create({ email }));
  const installationId = newId();
  const ids = await lane.accept([
    { ...first },
    { ...second, installationId, configId: newId() },
    { ...third },
  ]);
  moved.set(installationId, newId());
  expect(await lane.round()).toEqual([3]);
  expect(lane.held()).toHaveLength(2);
  expect(await lane.round()).toEqual([1]);
  expect((await Promise.all(ids.map(lane.find))).map(({ status, attempt }) => [status, attempt])).toEqual(
    ids.map(() => ['success', 1]),
  );
});

test('an attempt shows the call only if its operation was in it, and names a shared one only if others were', async () => {
  const installationId = newId();
  const lane = startCalls(ground, { gone: new Set([installationId]) });
  const [first = {}, second = {}, third = {}] = emails(3).map((email) => create({ email }));
  const lost = { installationId, configId: newId() };
  const ids = await lane.accept([first, { ...second, ...lost }, third]);
  expect(await lane.round()).toEqual([3]);
  const [written, missing] = await Promise.all(ids.map(lane.attempts));
  expect(written).toMatchObject([{ outcome: 'success', call: { operations: 2 } }]);
  expect(missing).toMatchObject([{ outcome: 'failure' }]);
  expect(missing?.[0]?.call).toBeNull();
  const [single = ''] = await lane.accept([create({ email: emails(1)[0] ?? '' }), { ...second, ...lost }]);
  expect(await lane.round()).toEqual([2]);
  const [alone] = await lane.attempts(single);
  expect(alone).toMatchObject({ outcome: 'success', call: { status: 201 } });
  expect(alone?.call).not.toHaveProperty('providerCall');
  expect(alone?.call).not.toHaveProperty('operations');
});

test('the passing error of one record in many leaves the size of calls as it is', async () => {
  const lane = startCalls(ground);
  const many = emails(12);
  await lane.accept(many.map((email) => create({ email })));
  lane.trouble({
    match: { record: { email: many[3] ?? '' } },
    then: { item: { code: 'INTERNAL', message: 'internal error', status: 500 } },
  });
  await lane.round();
  expect(lane.courses).toEqual([{ operations: 12, course: 'mixed' }]);
});

test('once a deadline of the call has passed it is not sent again without what was refused', async () => {
  let heldMs = 0;
  const governor: typeof unpaced = {
    paced: (account, options, work) =>
      unpaced.paced(account, options, (pace) =>
        work({
          begin: () => {
            heldMs = 60_000;
            return pace.begin();
          },
        }),
      ),
  };
  const lane = startCalls(ground, { governor, heldMs: () => heldMs });
  const contacts = await Promise.all(emails(4).map((email) => lane.contact({ email })));
  const before = lane.calls().length;
  await lane.accept(contacts.map((id, at) => update(id, at === 2 ? { nonsense: 'x' } : { city: 'Ulm' })));
  const [call] = await lane.claim();
  if (!call) throw new Error('nothing was due');
  const operations = call.operations.map((one, at) => ({ ...one, msToDeadline: at === 0 ? 30_000 : 90_000 }));
  await lane.perform({ ...call, operations });
  expect(lane.calls().slice(before)).toHaveLength(1);
});

test('fields that are written only if empty are read with one call, and each operation is told its own', async () => {
  const lane = startCalls(ground);
  const contacts = await Promise.all(
    emails(3).map((email, at) => lane.contact({ email, ...(at === 1 && { city: 'Bonn' }) })),
  );
  const before = lane.calls().length;
  const ids = await lane.accept(
    contacts.map((id) => update(id, { city: 'Ulm', zip: '1' }, { ifEmpty: ['city'] })),
  );
  expect(await lane.round()).toEqual([3]);
  expect(lane.calls().slice(before)).toEqual(['POST contacts/batch/read', 'POST contacts/batch/update']);
  expect(contacts.map((id) => lane.held().find((one) => one.id === id)?.fields['city'])).toEqual([
    'Ulm',
    'Bonn',
    'Ulm',
  ]);
  const warned = await Promise.all(ids.map(async (id) => (await lane.find(id)).warnings.length));
  expect(warned.map((count) => count > 0)).toEqual([false, true, false]);
});

const keyless = (lastname: string): Partial<NewOperation> => ({
  together: 10,
  records: [{ fields: { lastname } }],
});
const names = (count: number) => Array.from({ length: count }, (_, at) => `L${at}`);

test('creates that nothing can find again share calls of at most ten, and each gets its own record', async () => {
  const lane = startCalls(ground);
  const ids = await lane.accept(names(12).map(keyless));
  expect(await lane.round()).toEqual([10, 2]);
  expect(lane.calls()).toEqual(['POST contacts/batch/create', 'POST contacts/batch/create']);
  const written = (await Promise.all(ids.map(lane.find))).map(({ writtenId }) => writtenId);
  const nameOf = (id: string | null) => lane.held().find((one) => one.id === id)?.fields['lastname'];
  expect(written.map((id) => nameOf(id))).toEqual(names(12));
});

test('no more of them are in flight than the account may have; four calls wait, and others are given back', async () => {
  const lane = startCalls(ground, { mostInFlight: 24 });
  const ids = await lane.accept(names(70).map(keyless));
  lane.trouble({ match: { path: '/batch/create' }, times: 2, then: 'hold' });
  const due = await lane.claim();
  const last = due.pop();
  if (due.length !== 6 || !last) throw new Error('not enough was due');
  const calls = due.map(lane.perform);
  expect(await lane.perform(last)).toEqual({ settlements: [], hasGivenBack: true, isRefused: true });
  expect(last.lost).toEqual(new Set(last.operations));
  while (lane.calls().length < 2) await new Promise(setImmediate);
  expect(lane.calls()).toHaveLength(2);
  ground.sandbox.clearFaults();
  await Promise.all(calls);
  expect(await lane.round()).toEqual([10]);
  expect(lane.calls()).toHaveLength(7);
  expect(await lane.find(ids.at(-1) ?? '')).toMatchObject({ status: 'success', attempt: 1 });
});

test('of creates that nothing can find again, those in a lost call are told as ambiguous', async () => {
  const lane = startCalls(ground);
  const ids = await lane.accept(names(10).map(keyless));
  lane.trouble({ then: 'commit-then-reset' });
  for (let round = await lane.round(); round.length > 0; round = await lane.round());
  const ends = (await Promise.all(ids.map(lane.find))).map(({ status, ambiguous }) => [status, ambiguous]);
  expect(ends).toEqual(ids.map(() => ['success', true]));
});

const locked = { item: { code: 'LOCKED', message: 'This record is locked', status: 423 } };
test.each([
  ['the lock of one record', { record: { city: '0 of 1' } }, locked],
  ['a refused quota', {}, { status: 429, body: { status: 'error', message: 'slow down' } }],
  ['an outage', {}, { status: 503, body: { status: 'error', message: 'down' } }],
  ['a lost answer', {}, 'commit-then-reset' as const],
])('updates of a record that share calls with others stay in order after %s', async (_, match, then) => {
  const lane = startCalls(ground);
  const contacts = await Promise.all(emails(3).map((email) => lane.contact({ email })));
  const cities = ['0', '1', '2'].map((turn) => contacts.map((_id, at) => `${turn} of ${at}`));
  const ids = await lane.accept(
    cities.flatMap((turn) => contacts.map((id, at) => update(id, { city: turn[at] ?? '' }))),
  );
  lane.trouble({ match: { path: '/batch/update', ...match }, then });
  expect(await lane.round()).toEqual([3]);
  const [first = '', second = '', third = ''] = [1, 4, 7].map((at) => ids[at]);
  const line = await Promise.all([first, second, third].map(lane.find));
  // The first write of the second contact is retried, and the rest wait for it.
  expect(line.map(({ status, waitingOn }) => [status, waitingOn])).toEqual([
    ['in_progress', null],
    ['in_progress', first],
    ['in_progress', second],
  ]);
  const sizes: number[] = [];
  for (let round = await lane.round(); round.length > 0; round = await lane.round()) sizes.push(...round);
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  const sent = lane.sentRecords().flatMap((records) => records.map(({ city }) => city));
  for (const [at, contact] of contacts.entries()) {
    const own = sent.filter((city) => String(city).endsWith(` of ${at}`));
    expect([...new Set(own)]).toEqual(cities.map((turn) => turn[at]));
    expect(own).toEqual(own.toSorted());
    expect(lane.held().find(({ id }) => id === contact)?.fields['city']).toBe(cities.at(-1)?.[at]);
  }
});

test('an update that nobody names as the culprit lets the next of its record go once it has failed', async () => {
  const lane = startCalls(ground);
  const contacts = await Promise.all(emails(4).map((email) => lane.contact({ email })));
  const ids = await lane.accept([
    ...contacts.map((id, at) => update(id, at === 2 ? { city: 'refused' } : { city: 'Ulm' })),
    ...contacts.map((id) => update(id, { city: 'Bonn' })),
  ]);
  lane.trouble(refusal);
  for (let round = await lane.round(); round.length > 0; round = await lane.round());
  const ends = await Promise.all(ids.map(lane.find));
  expect(ends.map(({ status }) => status)).toEqual(ids.map((_, at) => (at === 2 ? 'failure' : 'success')));
  expect(lane.held().map(({ fields }) => fields['city'])).toEqual(contacts.map(() => 'Bonn'));
});
