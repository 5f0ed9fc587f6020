import { expect, test } from '@jest/globals';
import { givenContact } from '../testing/records.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const batch = ({ hubspot }: TestSandbox, verb: string, inputs: unknown, more = {}) =>
  hubspot('POST', `/crm/v3/objects/contacts/batch/${verb}`, { inputs, ...more });

const contact = (email: string, objectWriteTraceId?: string) => ({
  properties: { email },
  associations: [],
  ...(objectWriteTraceId !== undefined && { objectWriteTraceId }),
});

const emails = ({ sandbox }: TestSandbox) =>
  sandbox.records('hubspot', 'acme', 'contacts').map(({ fields }) => fields['email']);

test('a batch of good records is created whole and answered in order', async () => {
  await using sandbox = await startTestSandbox();
  const answer = await batch(sandbox, 'create', [contact('a@x.example', 't1'), contact('b@x.example', 't2')]);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      status: 'COMPLETE',
      results: [
        { id: '1001', objectWriteTraceId: 't1' },
        { id: '1002', objectWriteTraceId: 't2' },
      ],
    },
  });
  expect(answer.body).not.toHaveProperty('errors');
});

test('results come in another order, always the same for a number, and without trace ids, as the account is set', async () => {
  await using sandbox = await startTestSandbox();
  const inputs = ['a', 'b', 'c', 'd', 'e'].map((name) => contact(`${name}@x.example`, name));
  const created = await batch(sandbox, 'create', inputs);
  const inOrder = (created.body as { results: { id: string }[] }).results.map(({ id }) => ({ id }));
  const read = async (resultOrder: number | null) => {
    sandbox.sandbox.settings('hubspot', 'acme', { resultOrder });
    const { body } = await batch(sandbox, 'read', inOrder, { properties: ['email'] });
    return (body as { results: { id: string }[] }).results.map(({ id }) => ({ id }));
  };
  const other = await read(7);
  expect(other).not.toEqual(inOrder);
  expect(other).toEqual(expect.arrayContaining(inOrder));
  expect(await read(7)).toEqual(other);
  expect(await read(8)).not.toEqual(other);
  expect(await read(null)).toEqual(inOrder);
  sandbox.sandbox.settings('hubspot', 'acme', { traceResults: false });
  const untraced = await batch(sandbox, 'create', [contact('f@x.example', 'f'), contact('nonsense', 'g')]);
  expect(untraced).toMatchObject({
    status: 207,
    body: { errors: [{ context: { objectWriteTraceId: ['g'] } }] },
  });
  expect(untraced.body).not.toHaveProperty('results.0.objectWriteTraceId');
});

test('without trace ids one bad record refuses the whole batch, and nothing is kept', async () => {
  await using sandbox = await startTestSandbox();
  const existing = await givenContact(sandbox, { email: 'taken@x.example' });
  const answer = await batch(sandbox, 'create', [
    contact('a@x.example'),
    contact('taken@x.example'),
    contact('nonsense'),
  ]);
  expect(answer).toMatchObject({
    status: 409,
    body: { category: 'CONFLICT', message: `Contact already exists. Existing ID: ${existing}` },
  });
  expect(emails(sandbox)).toEqual(['taken@x.example']);
  expect(sandbox.sandbox.journal().at(-1)?.effects).toEqual([]);
});

test('one trace id used twice does not count as a trace id on every input', async () => {
  await using sandbox = await startTestSandbox();
  const answer = await batch(sandbox, 'create', [contact('a@x.example', 't'), contact('nonsense', 't')]);
  expect(answer.status).toBe(400);
  expect(emails(sandbox)).toEqual([]);
});

test('with a trace id on every input the good ones are created and the bad ones named', async () => {
  await using sandbox = await startTestSandbox();
  const existing = await givenContact(sandbox, { email: 'taken@x.example' });
  const inputs = [
    contact('a@x.example', 't1'),
    contact('taken@x.example', 't2'),
    contact('nonsense', 't3'),
    contact('b@x.example', 't4'),
  ];
  const answer = await batch(sandbox, 'create', inputs);
  expect(answer).toMatchObject({
    status: 207,
    body: {
      numErrors: 2,
      results: [{ objectWriteTraceId: 't1' }, { objectWriteTraceId: 't4' }],
      errors: [
        {
          status: 'error',
          category: 'CONFLICT',
          context: { objectWriteTraceId: ['t2'], existingId: [existing] },
        },
        { status: 'error', category: 'VALIDATION_ERROR', context: { objectWriteTraceId: ['t3'] } },
      ],
    },
  });
  expect(emails(sandbox)).toEqual(['taken@x.example', 'a@x.example', 'b@x.example']);
});

test('two records of one batch that claim the same email conflict with each other', async () => {
  await using sandbox = await startTestSandbox();
  const answer = await batch(sandbox, 'create', [contact('a@x.example', 't1'), contact('a@x.example', 't2')]);
  expect(answer).toMatchObject({
    status: 207,
    body: { results: [{}], errors: [{ context: { objectWriteTraceId: ['t2'] } }] },
  });
});

test('version 2026-09 answers a partial batch with 200: the body alone tells', async () => {
  await using sandbox = await startTestSandbox();
  const inputs = [contact('a@x.example', 't1'), contact('nonsense', 't2')];
  const answer = await sandbox.hubspot('POST', '/crm/objects/2026-09/contacts/batch/create', { inputs });
  expect(answer).toMatchObject({ status: 200, body: { numErrors: 1, results: [{}], errors: [{}] } });
});

test('an update names all missing ids in one error and writes the rest', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenContact(sandbox, { email: 'a@x.example' });
  const properties = { city: 'Bath' };
  const inputs = [
    { id: '77', properties, objectWriteTraceId: 't1' },
    { id, properties },
    { id: '78', properties },
  ];
  expect(await batch(sandbox, 'update', inputs)).toMatchObject({
    status: 207,
    body: {
      results: [{ id, properties: { city: 'Bath' } }],
      errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: ['77', '78'], objectWriteTraceId: ['t1'] } }],
    },
  });
});

test('an update that names an id twice is refused, and nothing is written', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenContact(sandbox, { city: 'Bath' });
  const input = { id, properties: { city: 'York' } };
  for (const again of [input, { ...input, id: `00${id}`, idProperty: 'hs_object_id' }])
    expect(await batch(sandbox, 'update', [input, again])).toMatchObject({
      status: 400,
      body: {
        category: 'VALIDATION_ERROR',
        message: `Duplicate IDs found in batch input: [${id}]. IDs must be unique`,
        context: { ids: [id] },
      },
    });
  expect(sandbox.sandbox.records('hubspot', 'acme', 'contacts')[0]?.fields).toEqual({ city: 'Bath' });
});

test('values of a unique property that differ in zeros before them are two', async () => {
  await using sandbox = await startTestSandbox();
  const inputs = ['7', '007'].map((id) => ({ id, idProperty: 'email', properties: {} }));
  const answer = await sandbox.hubspot('POST', '/crm/objects/2026-09/contacts/batch/read', { inputs });
  expect(answer).toMatchObject({ body: { errors: [{ context: { ids: ['7', '007'] } }] } });
});

test('an unknown property refuses a whole update, each fault named once', async () => {
  await using sandbox = await startTestSandbox();
  const [a, b] = [await givenContact(sandbox, {}), await givenContact(sandbox, {})];
  const answer = await batch(sandbox, 'update', [
    { id: a, properties: { nonsense: '1' } },
    { id: b, properties: { nonsense: '1', city: 'York' } },
  ]);
  expect(answer).toMatchObject({ status: 400, body: { category: 'VALIDATION_ERROR' } });
  expect((answer.body as { errors: unknown[] }).errors).toHaveLength(1);
});

test('a read answers what is there and names the rest', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenContact(sandbox, { email: 'a@x.example', city: 'Bath' });
  expect(await batch(sandbox, 'read', [{ id }, { id: '77' }], { properties: ['city'] })).toMatchObject({
    status: 207,
    body: { results: [{ id, properties: { city: 'Bath' } }], errors: [{ context: { ids: ['77'] } }] },
  });
  expect(await batch(sandbox, 'read', [{ id: 'a@x.example' }], { idProperty: 'email' })).toMatchObject({
    status: 200,
    body: { results: [{ id }] },
  });
});

test('a batch has 1 to 100 inputs', async () => {
  await using sandbox = await startTestSandbox();
  const many = Array.from({ length: 101 }, (_, at) => contact(`u${at}@x.example`));
  expect(await batch(sandbox, 'create', many.slice(0, 100))).toMatchObject({ status: 201 });
  expect(await batch(sandbox, 'create', many)).toMatchObject({
    status: 400,
    body: { category: 'VALIDATION_ERROR' },
  });
  expect(await batch(sandbox, 'create', [])).toMatchObject({ status: 400 });
  expect(await batch(sandbox, 'create', undefined)).toMatchObject({ status: 400 });
});
