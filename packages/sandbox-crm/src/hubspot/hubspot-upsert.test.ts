import { expect, test } from '@jest/globals';
import { givenContact } from '../testing/records.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const path = '/crm/v3/objects/contacts/batch/upsert';
const upsert = ({ hubspot }: TestSandbox, inputs: unknown) => hubspot('POST', path, { inputs });

const keyed = (id: string, properties: object, objectWriteTraceId?: string) => ({
  id,
  idProperty: 'external_id',
  properties,
  ...(objectWriteTraceId !== undefined && { objectWriteTraceId }),
});

const fields = ({ sandbox }: TestSandbox) =>
  sandbox.records('hubspot', 'acme', 'contacts').map((record) => record.fields);

test.each(['/crm/v3/objects/contacts', '/crm/objects/2026-03/contacts', '/crm/objects/2026-09/contacts'])(
  'an upsert to %s creates a record, and then finds it',
  async (base) => {
    await using sandbox = await startTestSandbox();
    const send = (properties: object) =>
      sandbox.hubspot('POST', `${base}/batch/upsert`, { inputs: [keyed('k1', properties, 't')] });
    const created = await send({ city: 'Bath' });
    expect(created).toMatchObject({
      status: 200,
      body: {
        status: 'COMPLETE',
        results: [{ new: true, properties: { city: 'Bath' }, objectWriteTraceId: 't' }],
      },
    });
    const { id } = (created.body as { results: { id: string }[] }).results[0]!;
    expect(await send({ phone: '1' })).toMatchObject({
      status: 200,
      body: { results: [{ id, new: false, properties: { phone: '1' } }] },
    });
    expect(fields(sandbox)).toEqual([{ external_id: 'k1', city: 'Bath', phone: '1' }]);
    const effects = sandbox.sandbox.journal().map((entry) => entry.effects);
    expect(effects).toEqual([
      [{ action: 'created', type: 'contacts', id }],
      [{ action: 'updated', type: 'contacts', id }],
    ]);
  },
);

test('upserts with one new value at the same time make one record', async () => {
  await using sandbox = await startTestSandbox();
  const answers = await Promise.all(Array.from({ length: 20 }, () => upsert(sandbox, [keyed('k1', {})])));
  const results = answers.flatMap(
    ({ body }) => (body as { results: { id: string; new: boolean }[] }).results,
  );
  expect(results.filter((result) => result.new)).toHaveLength(1);
  expect(new Set(results.map(({ id }) => id)).size).toBe(1);
});

test('an upsert by email clears what it leaves out, as its guide warns', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenContact(sandbox, { email: 'ada@x.example', city: 'Bath', external_id: 'k1' });
  const input = { id: 'Ada@x.example', idProperty: 'email', properties: { phone: '1' } };
  expect(await upsert(sandbox, [input])).toMatchObject({ body: { results: [{ id, new: false }] } });
  expect(fields(sandbox)).toEqual([{ email: 'ada@x.example', phone: '1' }]);
});

test('an upsert by email creates a contact with this email', async () => {
  await using sandbox = await startTestSandbox();
  const input = { id: 'Ada@x.example', idProperty: 'email', properties: { phone: '1' } };
  expect(await upsert(sandbox, [input])).toMatchObject({ status: 200, body: { results: [{ new: true }] } });
  expect(fields(sandbox)).toEqual([{ email: 'ada@x.example', phone: '1' }]);
});

test('with a trace id on every input the good ones are written and the bad ones named', async () => {
  await using sandbox = await startTestSandbox();
  const existing = await givenContact(sandbox, { email: 'taken@x.example' });
  const inputs = [
    keyed('k1', { email: 'taken@x.example' }, 't1'),
    keyed('k2', { city: 'Bath' }, 't2'),
    keyed('k3', { unicorn: '1' }, 't3'),
  ];
  expect(await upsert(sandbox, inputs)).toMatchObject({
    status: 207,
    body: {
      numErrors: 2,
      results: [{ objectWriteTraceId: 't2', new: true }],
      errors: [
        { category: 'CONFLICT', context: { objectWriteTraceId: ['t1'], existingId: [existing] } },
        { category: 'VALIDATION_ERROR', context: { objectWriteTraceId: ['t3'] } },
      ],
    },
  });
});

test('without trace ids one bad input refuses the whole batch, and nothing is kept', async () => {
  await using sandbox = await startTestSandbox();
  await upsert(sandbox, [keyed('k1', { city: 'Bath' })]);
  const inputs = [keyed('k1', { city: 'York' }), keyed('k2', {}), keyed('k3', { unicorn: '1' })];
  expect(await upsert(sandbox, inputs)).toMatchObject({
    status: 400,
    body: { category: 'VALIDATION_ERROR' },
  });
  expect(fields(sandbox)).toEqual([{ external_id: 'k1', city: 'Bath' }]);
  expect(sandbox.sandbox.journal().at(-1)?.effects).toEqual([]);
});

test('a property that is not unique, no property, or two of them refuse the batch', async () => {
  await using sandbox = await startTestSandbox();
  const by = (idProperty: string | undefined) => ({ id: 'x', idProperty, properties: {} });
  for (const idProperty of ['city', 'hs_object_id', 'unicorn']) {
    const { status, body } = await upsert(sandbox, [by(idProperty)]);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      category: 'VALIDATION_ERROR',
      message: expect.stringContaining(
        `Unable to perform update/upsert by non-unique 0-1 property ${idProperty} in portal ID `,
      ),
    });
  }
  expect(await upsert(sandbox, [by(undefined)])).toMatchObject({ status: 400 });
  expect(await upsert(sandbox, [by('email'), { ...by('external_id'), id: 'y' }])).toMatchObject({
    status: 400,
  });
  expect(fields(sandbox)).toEqual([]);
});

test('a value given twice refuses the batch, also in another case', async () => {
  await using sandbox = await startTestSandbox();
  const inputs = [keyed('k1', {}, 't1'), keyed('K1', {}, 't2')];
  expect(await upsert(sandbox, inputs)).toMatchObject({
    status: 400,
    body: {
      category: 'VALIDATION_ERROR',
      message: 'Duplicate IDs found in batch input: [k1]. IDs must be unique',
      context: { ids: ['k1'] },
    },
  });
  expect(fields(sandbox)).toEqual([]);
});

test('a batch has at most 100 inputs, counts as one call, and takes no associations', async () => {
  await using sandbox = await startTestSandbox();
  const many = Array.from({ length: 101 }, (_, at) => keyed(`k${at}`, {}));
  expect(await upsert(sandbox, many)).toMatchObject({ status: 400 });
  const { headers } = await upsert(sandbox, many.slice(0, 100));
  expect(headers.get('x-hubspot-ratelimit-remaining')).toBe('108');
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }];
  await upsert(sandbox, [{ ...keyed('k', {}), associations: [{ to: { id: '1' }, types }] }]);
  expect(sandbox.sandbox.records('hubspot', 'acme', 'contacts').at(-1)?.associations).toEqual([]);
});

test('results come in another order, and without trace ids, as the account is set', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('hubspot', 'acme', { resultOrder: 7, traceResults: false });
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const { body } = await upsert(
    sandbox,
    keys.map((key) => keyed(key, { city: key }, key)),
  );
  const { results } = body as { results: { properties: { city: string } }[] };
  expect(results.map(({ properties }) => properties.city)).not.toEqual(keys);
  expect(body).not.toHaveProperty('results.0.objectWriteTraceId');
});

test('a fault refuses one input, by its key', async () => {
  await using sandbox = await startTestSandbox();
  const match = { record: { external_id: 'k2' } };
  const item = { code: 'LOCKED', message: 'locked', status: 423 };
  sandbox.sandbox.setFault({ provider: 'hubspot', match, then: { item } });
  expect(await upsert(sandbox, [keyed('k1', {}, 't1'), keyed('k2', {}, 't2')])).toMatchObject({
    status: 207,
    body: {
      results: [{ new: true }],
      errors: [{ category: 'LOCKED', context: { objectWriteTraceId: ['t2'] } }],
    },
  });
});
