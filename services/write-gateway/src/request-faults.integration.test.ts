import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import type { Installed } from './testing/install.ts';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

const hubspotContacts = { provider: 'hubspot', objectName: 'contacts' } as const;
let gateway: Gateway;
let hubspot: Installed;
let salesforce: Installed;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
  hubspot = await gateway.install(hubspotContacts);
  salesforce = await gateway.install({ provider: 'salesforce', objectName: 'Contact' });
});
afterAll(() => gateway.close());

const record = { firstname: 'Ada' };
const batchOf = (count: number) => Array.from({ length: count }, () => ({ record }));
const later = { type: 'create', mode: 'asynchronous', record };
const associations = [
  { to: { id: '1' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }] },
];
const headers = (key: string, value = 'x') => ({
  type: 'create',
  record: { LastName: 'A' },
  headers: [{ key, value }],
});
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const wide = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}`, at]));
const salesforceIds = ['003000000000001', '003000000000001AAA'];

type Provider = 'hubspot' | 'salesforce';
/** Issues by name, with values. */
type Row = [what: string, body: object, issues: Record<string, unknown>, provider: Provider];
const some = expect.anything() as unknown;
const absent = Symbol('no value');

const rows: Row[] = [
  ['groupRef and type are missing', { record }, { '/groupRef': absent, '/type': absent }, 'hubspot'],
  ['record and batch both', { type: 'create', record, batch: batchOf(1) }, { '/batch': some }, 'hubspot'],
  ['neither record nor batch', { type: 'create' }, { '/record': absent }, 'hubspot'],
  ['a batch to delete', { type: 'delete', batch: [{ record: { id: '1' } }] }, { '/batch': some }, 'hubspot'],
  ['an empty batch', { type: 'create', batch: [] }, { '/batch': [] }, 'hubspot'],
  ['a batch of 101', { type: 'create', batch: batchOf(101) }, { '/batch': some }, 'hubspot'],
  ['an update without an id', { type: 'update', record }, { '/record/id': absent }, 'hubspot'],
  ['an update with an empty id', { type: 'update', record: { id: '' } }, { '/record/id': '' }, 'hubspot'],
  ['an update with half an id', { type: 'update', record: { id: 1.5 } }, { '/record/id': 1.5 }, 'hubspot'],
  ['a delete without an id', { type: 'delete', record: {} }, { '/record/id': absent }, 'hubspot'],
  [
    'one of a batch without an id',
    { type: 'update', batch: [{ record: { id: '1' } }, { record }] },
    { '/batch/1/record/id': absent },
    'hubspot',
  ],
  ['a create with an id', { type: 'create', record: { id: '7' } }, { '/record/id': '7' }, 'hubspot'],
  [
    'a create with an id in other capitals in a batch',
    { type: 'create', batch: [{ record }, { record: { Id: salesforceIds[1], LastName: 'A' } }] },
    { '/batch/1/record/Id': salesforceIds[1] },
    'salesforce',
  ],
  [
    'associations where the provider has none',
    { type: 'create', record, associations },
    { '/associations': some },
    'salesforce',
  ],
  [
    'associations of an item where the provider has none',
    { type: 'create', batch: [{ record, associations }] },
    { '/batch/0/associations': some },
    'salesforce',
  ],
  [
    'associations with an update',
    { type: 'update', record: { id: '1' }, associations },
    { '/associations': some },
    'hubspot',
  ],
  [
    'associations of an item with an update',
    { type: 'update', batch: [{ record: { id: '1' }, associations }] },
    { '/batch/0/associations': some },
    'hubspot',
  ],
  [
    'associations with a delete',
    { type: 'delete', record: { id: '1' }, associations },
    { '/associations': some },
    'hubspot',
  ],
  [
    'associations beside a batch',
    { type: 'create', batch: batchOf(1), associations },
    { '/associations': some },
    'hubspot',
  ],
  [
    'headers where the provider forwards none',
    { type: 'create', record, headers: [{ key: 'x-a', value: 'b' }] },
    { '/headers': some },
    'hubspot',
  ],
  [
    'a header that is never forwarded',
    headers('Authorization'),
    { '/headers/0/key': 'Authorization' },
    'salesforce',
  ],
  [
    'a header of the connection',
    headers('x-forwarded-for'),
    { '/headers/0/key': 'x-forwarded-for' },
    'salesforce',
  ],
  ['a name that is no token', headers('a b'), { '/headers/0/key': 'a b' }, 'salesforce'],
  [
    'a control character in a header',
    headers('x-a', 'a\r\nb: c'),
    { '/headers/0/value': 'a\r\nb: c' },
    'salesforce',
  ],
  [
    '21 headers',
    { ...headers('x-a'), headers: Array.from({ length: 21 }, (_, at) => ({ key: `x-${at}`, value: '' })) },
    { '/headers': 21 },
    'salesforce',
  ],
  ['over 4 kB of headers', headers('x-a', 'v'.repeat(4_094)), { '/headers': 4_097 }, 'salesforce'],
  [
    'batchPolicy without a batch',
    { type: 'create', record, batchPolicy: {} },
    { '/batchPolicy': some },
    'hubspot',
  ],
  [
    'autoBatchPolicy of a synchronous write',
    { type: 'create', record, autoBatchPolicy: { maxDelayMinutes: 1 } },
    { '/autoBatchPolicy': some },
    'hubspot',
  ],
  [
    'autoBatchPolicy of a batch',
    { ...later, record: undefined, batch: batchOf(1), autoBatchPolicy: { maxDelayMinutes: 1 } },
    { '/autoBatchPolicy': some },
    'hubspot',
  ],
  [
    'autoBatchPolicy of a delete',
    { ...later, type: 'delete', record: { id: '1' }, autoBatchPolicy: { maxDelayMinutes: 1 } },
    { '/autoBatchPolicy': some },
    'hubspot',
  ],
  [
    'no maxDelayMinutes',
    { ...later, autoBatchPolicy: {} },
    { '/autoBatchPolicy/maxDelayMinutes': absent },
    'hubspot',
  ],
  [
    'maxDelayMinutes of 0',
    { ...later, autoBatchPolicy: { maxDelayMinutes: 0 } },
    { '/autoBatchPolicy/maxDelayMinutes': 0 },
    'hubspot',
  ],
  [
    'maxDelayMinutes over a day',
    { ...later, autoBatchPolicy: { maxDelayMinutes: 1_441 } },
    { '/autoBatchPolicy/maxDelayMinutes': 1_441 },
    'hubspot',
  ],
  [
    'retryDeadlineHours of 0 and of 49',
    {
      ...later,
      autoBatchPolicy: { maxDelayMinutes: 1, retryDeadlineHours: 0 },
      retryPolicy: { deadlineHours: 49 },
    },
    { '/autoBatchPolicy/retryDeadlineHours': 0, '/retryPolicy/deadlineHours': 49 },
    'hubspot',
  ],
  [
    'retryPolicy of a synchronous write',
    { type: 'create', record, retryPolicy: {} },
    { '/retryPolicy': some },
    'hubspot',
  ],
  ['an id of another form', { type: 'update', record: { id: '../1' } }, { '/record/id': '../1' }, 'hubspot'],
  [
    'an id of another form in a batch',
    { type: 'update', batch: [{ record: { id: '12' } }] },
    { '/batch/0/record/id': '12' },
    'salesforce',
  ],
  ['U+0000', { type: 'create', record: { firstname: 'a\0b' } }, { '/record/firstname': 'a\0b' }, 'hubspot'],
  ['U+0000 in a name', { type: 'create', record: { 'a\0': 1 } }, { '/record/a\0': absent }, 'hubspot'],
  [
    'a lone surrogate',
    { type: 'create', record: { firstname: '\ud800' } },
    { '/record/firstname': '\ufffd' },
    'hubspot',
  ],
  [
    'a record twice in an all-or-none batch',
    {
      type: 'update',
      batch: salesforceIds.map((id) => ({ record: { id } })),
      batchPolicy: { allOrNone: true },
    },
    { '/batch/1/record/id': salesforceIds[1] },
    'salesforce',
  ],
  ['501 fields', { type: 'create', record: wide }, { '/record': 501 }, 'hubspot'],
  ['33 levels', { type: 'create', record: nested(32) }, { [`/record${'/a'.repeat(31)}`]: absent }, 'hubspot'],
  [
    'a name that is nearly right',
    { type: 'create', record, autobatchPolicy: {} },
    { '/autobatchPolicy': {} },
    'hubspot',
  ],
  [
    'values of other types',
    { type: 'make', mode: 1, record: 'x' },
    { '/mode': 1, '/type': 'make', '/record': 'x' },
    'hubspot',
  ],
];

test.each(rows)('%s: 400, with an issue for each fault', async (what, body, issues, provider) => {
  const installed = { hubspot, salesforce }[provider];
  const before = installed.calls().length;
  const answer = await installed.write({
    ...(what.startsWith('groupRef') && { groupRef: undefined }),
    ...body,
  });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toMatch('application/problem+json');
  expect(answer.body).toMatchObject({ type: expect.stringMatching(/\/invalid-input$/), retryable: false });
  const told = answer.body['issues'] as { in: string; name: string; value?: unknown; detail: string }[];
  expect(told.map((issue) => [issue.in, issue.name])).toEqual(
    Object.keys(issues).map((name) => ['body', name]),
  );
  for (const issue of told) {
    expect(issue.detail).not.toBe('');
    if (issues[issue.name] === absent) expect(issue).not.toHaveProperty('value');
    else expect(issue.value).toEqual(issues[issue.name]);
  }
  expect(installed.calls()).toHaveLength(before);
});

test.each([
  ['hubspot', { type: 'create', record, headers: [], associations: [] }],
  ['hubspot', { type: 'create', batch: [{ record, associations: [] }], associations: [], headers: [] }],
  ['salesforce', { type: 'create', record: { LastName: 'A' }, associations: [] }],
] as const)('%s: empty lists ask for nothing, and are no fault: %j', async (provider, body) => {
  const { status } = await { hubspot, salesforce }[provider].write(body);
  expect(status).toBe(200);
});

test('a change and a deletion may have empty lists', async () => {
  const none = { headers: [], associations: [] };
  const made = await hubspot.write({ type: 'create', record });
  const { recordId: id } = made.body['result'] as { recordId: string };
  const changed = await hubspot.write({ type: 'update', record: { id, firstname: 'Eva' }, ...none });
  expect(changed.status).toBe(200);
  const deleted = await hubspot.write({ type: 'delete', record: { id }, ...none });
  expect(placesOf(deleted.body)).toEqual(['body /type']);
});

const placesOf = (body: Record<string, unknown>) =>
  (body['issues'] as { in: string; name: string }[]).map((issue) => `${issue.in} ${issue.name}`).toSorted();

test('one answer tells all faults of form, and nothing of what is stored', async () => {
  const answer = await gateway.send(`${hubspot.path.replace('/crm/', '/erp/')}?dryRun=true`, {
    headers: { 'X-Api-Key': hubspot.key, 'Idempotency-Key': 'x'.repeat(256) },
    body: {
      groupRef: 'nobody',
      type: 'update',
      mode: 'soon',
      record: { id: '../1' },
      batch: [{ record: { id: 'x y' } }],
      headers: [{ key: 'x-a', value: 'b' }],
      nonsense: 1,
    },
  });
  expect(answer).toMatchObject({ status: 400, body: { detail: 'The request has 5 errors.' } });
  expect(placesOf(answer.body)).toEqual([
    'body /batch',
    'body /mode',
    'body /nonsense',
    'header Idempotency-Key',
    'query dryRun',
  ]);
});

test('one answer tells all that what is stored speaks against: 404 where the group is unknown', async () => {
  const body = { type: 'update', record: { id: '../1' }, headers: [{ key: 'x-a', value: 'b' }] };
  const unknown = await hubspot.write({ ...body, groupRef: 'nobody' });
  expect(unknown).toMatchObject({
    status: 404,
    body: { type: expect.stringMatching(/installation-not-found$/), detail: 'The request has 3 errors.' },
  });
  expect(placesOf(unknown.body)).toEqual(['body /groupRef', 'body /headers', 'body /record/id']);
  const unlisted = await gateway.send(hubspot.path.replace('/contacts', '/contact'), {
    headers: { 'X-Api-Key': hubspot.key },
    body: { groupRef: 'nobody', type: 'create', record },
  });
  expect(unlisted).toMatchObject({
    status: 404,
    body: { type: expect.stringMatching(/installation-not-found$/) },
  });
  expect(placesOf(unlisted.body)).toEqual(['body /groupRef', 'path objectName']);
  const known = await hubspot.write(body);
  expect(known.status).toBe(400);
  expect(placesOf(known.body)).toEqual(['body /headers', 'body /record/id']);
});

test('what may not be done is 403, with all that is wrong besides', async () => {
  const headers = [{ key: 'x-a', value: 'b' }];
  const deleted = await hubspot.write({ type: 'delete', record: { id: '../1' }, headers });
  expect(deleted).toMatchObject({ status: 403, body: { type: expect.stringMatching(/deletion-disabled$/) } });
  expect(placesOf(deleted.body)).toEqual(['body /headers', 'body /record/id', 'body /type']);
  const unlisted = await gateway.send(hubspot.path.replace('/contacts', '/contact'), {
    headers: { 'X-Api-Key': hubspot.key },
    body: { groupRef: 'acme', type: 'create', record, headers },
  });
  expect(unlisted).toMatchObject({
    status: 403,
    body: {
      type: expect.stringMatching(/object-not-writable$/),
      context: { writableObjects: ['contacts'] },
    },
  });
  expect(placesOf(unlisted.body)).toEqual(['body /headers', 'path objectName']);
});

test('fields that meet at the provider are told with what the provider lacks', async () => {
  const content = {
    read: {
      objects: {
        contacts: { objectName: 'contacts', selectedFieldMappings: { mail: 'email', post: 'email' } },
      },
    },
  };
  const mapped = await gateway.install({ ...hubspotContacts, content, inheritMapping: true });
  const meeting = { mail: 'a@b.test', post: 'c@d.test' };
  const one = await mapped.write({
    type: 'create',
    record: meeting,
    headers: [{ key: 'x-a', value: 'b' }],
  });
  expect(one.status).toBe(400);
  expect(placesOf(one.body)).toEqual(['body /headers', 'body /record/post']);
  const whole = { batchPolicy: { allOrNone: true } };
  const many = await mapped.write({
    type: 'create',
    batch: [{ record }, { record: meeting }],
    ...whole,
  });
  expect(placesOf(many.body)).toEqual(['body /batch/1/record/post']);
});

test('a body that is no JSON is told with the faults beside it', async () => {
  const answer = await gateway.send(`${hubspot.path}?dryRun=true`, {
    headers: { 'X-Api-Key': hubspot.key },
    body: '{',
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { type: expect.stringMatching(/malformed-body$/) },
  });
  expect(placesOf(answer.body)).toEqual(['body ', 'query dryRun']);
});

test('a member that is not known names the one that was probably meant', async () => {
  const { body } = await hubspot.write({ type: 'create', record, autobatchPolicy: {} });
  expect(body['issues']).toMatchObject([{ detail: expect.stringContaining('`autoBatchPolicy`') }]);
});

test('a value is shown up to 1 kB', async () => {
  const { body } = await hubspot.write({ type: 'x'.repeat(2_000), record });
  const [issue] = body['issues'] as { value: string }[];
  expect(Buffer.byteLength(issue!.value)).toBeLessThan(1_040);
});

test('mode is ignored with a delete, and an integer is taken for an id', async () => {
  const { body } = await hubspot.write({ type: 'delete', mode: 'asynchronous', record: { id: 1 } });
  expect(body['type']).toMatch(/deletion-disabled$/);
});

test('what is just within the limits is taken', async () => {
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, at]));
  const most = { ...later, retryPolicy: { deadlineHours: 48 } };
  expect(await hubspot.write({ ...most, record: fields })).toMatchObject({ status: 200 });
  expect(await hubspot.write({ ...most, record: nested(31) })).toMatchObject({ status: 200 });
  expect(await hubspot.write({ ...most, record: undefined, batch: batchOf(100) })).toMatchObject({
    status: 200,
  });
  const twenty = Array.from({ length: 20 }, (_, at) => ({ key: `x-${at}`, value: 'v' }));
  expect(await salesforce.write({ ...headers('x-a'), headers: twenty })).toMatchObject({ status: 200 });
});
