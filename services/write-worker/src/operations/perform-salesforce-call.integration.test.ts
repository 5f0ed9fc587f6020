import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { NewOperation } from '@writ/operation';
import { startCalls } from '../testing/start-calls.ts';
import { startGround, type Ground } from '../testing/start-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.close());
beforeEach(() => ground.sandbox.clearFaults());

let key = 0;
const fieldsOf = (more: Record<string, string> = {}) => ({
  LastName: 'Lovelace',
  External_Id__c: `key${(key += 1)}`,
  ...more,
});
const create = (fields: Record<string, string> = fieldsOf()): Partial<NewOperation> => ({
  together: 200,
  records: [{ fields }],
});
const update = (id: string, fields: Record<string, string>): Partial<NewOperation> => ({
  together: 200,
  type: 'update',
  records: [{ id, fields }],
});
const many = <One>(count: number, one: (at: number) => One): One[] =>
  Array.from({ length: count }, (_, at) => one(at));

const describe = 'GET sobjects/Contact/describe';
const createMany = 'POST composite/sobjects';
const updateMany = 'PATCH composite/sobjects';

const start = (more: Parameters<typeof startCalls>[1] = {}) =>
  startCalls(ground, { provider: 'salesforce', ...more });
type Lane = ReturnType<typeof start>;
const endsOf = async (lane: Lane, ids: readonly string[]) =>
  (await Promise.all(ids.map(lane.find))).map(({ status, fault, attempt }) => [
    status,
    status === 'success' ? null : fault,
    attempt,
  ]);
const done = (attempts = 1) => ['success', null, attempts];
/** The result of a write with its own call. */
const resultAlone = async (fault: Parameters<Lane['trouble']>[0], write: Partial<NewOperation>) => {
  const lane = start();
  const [id = ''] = await lane.accept([{ ...write, together: undefined }]);
  lane.trouble(fault);
  await lane.round();
  return (await lane.find(id)).result;
};

test('creates share an all-or-none collection, after the object was described once', async () => {
  const lane = start();
  const ids = await lane.accept(many(12, (at) => create(fieldsOf({ Title: `t${at}` }))));
  expect(await lane.round()).toEqual([12]);
  await lane.accept([create(), create()]);
  expect(await lane.round()).toEqual([2]);
  expect(lane.calls().filter((call) => call !== describe)).toEqual([createMany, createMany]);
  expect(await endsOf(lane, ids)).toEqual(ids.map(() => done()));
  const operations = await Promise.all(ids.map(lane.find));
  const titles = operations.map(
    ({ writtenId }) => lane.held().find(({ id }) => id === writtenId)?.fields['Title'],
  );
  expect(titles).toEqual(many(12, (at) => `t${at}`));
});

test('a backlog of creates with a key goes in calls of two hundred, and costs one description', async () => {
  const lane = start();
  await lane.accept(many(450, () => create()));
  expect(await lane.round()).toEqual([200, 200, 50]);
  expect(lane.calls()).toEqual([describe, createMany, createMany, createMany]);
  expect(lane.held()).toHaveLength(450);
});

test.each([
  ['a trigger', 'FIELD_CUSTOM_VALIDATION_EXCEPTION', 'The trigger says no', 'invalid'],
  ['a duplicate rule', 'DUPLICATES_DETECTED', 'Use one of these records?', 'conflict'],
])('what %s names ends with its own error, and the rest goes again', async (_, code, message, fault) => {
  const lane = start();
  const writes = many(5, (at) => create(fieldsOf({ Title: at === 2 ? 'bad' : 'good' })));
  const ids = await lane.accept(writes);
  const trouble = { match: { record: { Title: 'bad' } }, then: { item: { code, message } } };
  lane.trouble(trouble);
  expect(await lane.round()).toEqual([5]);
  expect(lane.calls()).toEqual([describe, createMany, createMany]);
  const ends = await endsOf(lane, ids);
  expect(ends).toEqual(many(5, (at) => (at === 2 ? ['failure', fault, 1] : done())));
  expect(lane.held()).toHaveLength(4);
  const [attempt] = await lane.attempts(ids[2] ?? '');
  expect(attempt).toMatchObject({ outcome: 'failure', call: { operations: 5 } });
  const alone = await resultAlone(trouble, create(fieldsOf({ Title: 'bad' })));
  expect((await lane.find(ids[2] ?? '')).result).toBe(alone);
});

test('a locked record is tried again by itself, and its neighbours are written', async () => {
  const lane = start();
  const contacts = await Promise.all(many(4, () => lane.contact(fieldsOf())));
  const ids = await lane.accept(
    contacts.map((id, at) => update(id, { Title: at === 1 ? 'locked' : 'free' })),
  );
  const item = { code: 'UNABLE_TO_LOCK_ROW', message: 'unable to obtain exclusive access to this record' };
  lane.trouble({ match: { record: { Title: 'locked' } }, then: { item } });
  expect(await lane.round()).toEqual([4]);
  expect(await endsOf(lane, ids)).toEqual(
    many(4, (at) => (at === 1 ? ['in_progress', 'locked', 1] : done())),
  );
  expect(await lane.round()).toEqual([1]);
  expect(await endsOf(lane, ids)).toEqual(many(4, (at) => done(at === 1 ? 2 : 1)));
});

test.each([
  ['an exception in a trigger', 'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', 'NullPointerException'],
  ['what every record is told alike', 'LIMIT_EXCEEDED', 'You have reached a limit.'],
])(
  '%s has no culprit: halves go again, until the bad one is alone with its own error',
  async (_, code, message) => {
    const lane = start();
    const ids = await lane.accept(many(8, (at) => create(fieldsOf({ Title: at === 5 ? 'bad' : 'good' }))));
    const item = { code, message, ofAll: true };
    const trouble = { match: { record: { Title: 'bad' } }, times: 9, then: { item } };
    lane.trouble(trouble);
    const rounds: number[][] = [];
    for (let round = await lane.round(); round.length > 0; round = await lane.round()) rounds.push(round);
    expect(rounds).toEqual([[8], [4, 4], [2, 2], [1, 1]]);
    expect(await endsOf(lane, ids)).toEqual(many(8, (at) => (at === 5 ? ['failure', 'invalid', 1] : done())));
    const alone = await resultAlone(trouble, create(fieldsOf({ Title: 'bad' })));
    expect((await lane.find(ids[5] ?? '')).result).toBe(alone);
    expect(lane.held()).toHaveLength(7);
  },
);

test('a limit of the transaction makes calls smaller, and costs no attempt', async () => {
  const lane = start();
  const ids = await lane.accept(many(4, () => create()));
  const item = {
    code: 'APEX_ERROR',
    message: 'System.LimitException: Too many SOQL queries: 101',
    ofAll: true,
  };
  lane.trouble({ match: { record: { LastName: 'Lovelace' } }, then: { item } });
  expect([await lane.round(), await lane.round()]).toEqual([[4], [2, 2]]);
  expect(await endsOf(lane, ids)).toEqual(ids.map(() => done()));
});

test('an error that may be about a neighbour is asked for again with a call of its own', async () => {
  const lane = start();
  const gone = '003000000000001AAA';
  const account = await lane.contact(fieldsOf());
  const [first, second, third] = await Promise.all(many(3, () => lane.contact(fieldsOf())));
  const value = `key${(key += 1)}`;
  const ids = await lane.accept([
    update(first ?? '', { External_Id__c: value }),
    // The value is the first one's, which is rolled back with this one.
    update(second ?? '', { External_Id__c: value }),
    // The missing id may be the contact's or its account's.
    update(gone, { AccountId: account, Title: 't' }),
    update(third ?? '', { Title: 't' }),
  ]);
  const before = lane.calls().length;
  expect(await lane.round()).toEqual([4]);
  expect(lane.calls().slice(before)).toEqual([updateMany, updateMany]);
  expect(await lane.round()).toEqual([1, 1]);
  const ends = await endsOf(lane, ids);
  expect(ends).toEqual([done(), ['failure', 'conflict', 1], ['failure', 'not-found', 1], done()]);
});

test('a create that is told to be the duplicate of a neighbour, which is rolled back, goes alone and is written', async () => {
  const lane = start();
  const ids = await lane.accept(many(4, (at) => create(fieldsOf({ Title: at === 2 ? 'twin' : 'good' }))));
  const message = 'duplicate value found: X duplicates value on record with id: 003000000000009';
  const item = { code: 'DUPLICATE_VALUE', message };
  lane.trouble({ match: { record: { Title: 'twin' } }, then: { item } });
  expect([await lane.round(), await lane.round()]).toEqual([[4], [1]]);
  expect(await endsOf(lane, ids)).toEqual(ids.map(() => done()));
  expect(lane.held()).toHaveLength(4);
});

test('an update that is left alone of others goes by the endpoint for one record if its error is unclear', async () => {
  const lane = start();
  const [first, second] = await Promise.all(many(2, () => lane.contact(fieldsOf())));
  const ids = await lane.accept([
    update(first ?? '', { Title: 'bad' }),
    update(second ?? '', { Title: 'good', Phone: '001000000000001AAA' }),
  ]);
  const refuse = (Title: string, code: string): void =>
    lane.trouble({ match: { record: { Title } }, then: { item: { code, message: 'no' } } });
  refuse('bad', 'FIELD_CUSTOM_VALIDATION_EXCEPTION');
  refuse('good', 'INVALID_CROSS_REFERENCE_KEY');
  expect([await lane.round(), await lane.round()]).toEqual([[2], [1]]);
  expect(await endsOf(lane, ids)).toEqual([['failure', 'invalid', 1], done()]);
});

test('creates with one value that the object describes as unique never share a call', async () => {
  const lane = start();
  const fields = fieldsOf();
  const ids = await lane.accept([create(fields), create(), create({ ...fields, Title: 'twin' })]);
  expect(await lane.round()).toEqual([3]);
  expect(await lane.round()).toEqual([1]);
  expect(await endsOf(lane, ids)).toEqual([done(), done(), ['failure', 'conflict', 1]]);
});

test('creates that nothing can find again go with at most ten in a call, those with a key together', async () => {
  const lane = start();
  const writes = many(30, (at) => create(at % 2 === 0 ? fieldsOf() : { LastName: `L${at}` }));
  const ids = await lane.accept(writes);
  const rounds: number[][] = [];
  for (let round = await lane.round(); round.length > 0; round = await lane.round()) rounds.push(round);
  expect(rounds).toEqual([[30], [10, 5]]);
  expect(await endsOf(lane, ids)).toEqual(ids.map(() => done()));
  expect(lane.held()).toHaveLength(30);
});

test('an object that can not be described now is an attempt of each, in a call of the same size', async () => {
  const lane = start();
  const ids = await lane.accept(many(3, () => create()));
  lane.trouble({ match: { path: '/describe' }, then: { status: 503, body: '' } });
  expect(await lane.round()).toEqual([3]);
  expect(await endsOf(lane, ids)).toEqual(ids.map(() => ['in_progress', 'unavailable', 1]));
  expect(lane.held()).toEqual([]);
  expect(await lane.round()).toEqual([3]);
  expect(await endsOf(lane, ids)).toEqual(ids.map(() => done(2)));
});

test('creates whose answer was lost are looked for by their key, and each is there once', async () => {
  const lane = start();
  const ids = await lane.accept(many(4, () => create()));
  lane.trouble({ match: { path: '/composite' }, then: 'commit-then-reset' });
  await lane.round();
  for (let round = await lane.round(); round.length > 0; round = await lane.round());
  expect((await Promise.all(ids.map(lane.find))).map(({ status, ambiguous }) => [status, ambiguous])).toEqual(
    ids.map(() => ['success', false]),
  );
  expect(lane.held()).toHaveLength(4);
});

test.each([
  ['an outage', 503, 'SERVER_UNAVAILABLE'],
  ['an error of the call', 500, 'UNKNOWN_EXCEPTION'],
])('after %s each has an attempt, and goes next in a call of half as many', async (_, status, errorCode) => {
  const lane = start();
  const contacts = await Promise.all(many(4, () => lane.contact(fieldsOf())));
  await lane.accept(contacts.map((id) => update(id, { Title: 't' })));
  lane.trouble({ match: { path: '/composite' }, then: { status, body: [{ errorCode, message: 'm' }] } });
  expect([await lane.round(), await lane.round()]).toEqual([[4], [2, 2]]);
});

test('a refused quota changes no size', async () => {
  const lane = start();
  await lane.accept(many(4, () => create()));
  const body = [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' }];
  lane.trouble({ match: { path: '/composite' }, then: { status: 403, body } });
  expect([await lane.round(), await lane.round()]).toEqual([[4], [4]]);
});
