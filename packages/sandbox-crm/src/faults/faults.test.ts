import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { givenRow } from '../testing/records.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const contacts = '/crm/v3/objects/contacts';
const ada = { properties: { email: 'ada@example.com' } };

const created = ({ sandbox }: TestSandbox) => sandbox.records('hubspot', 'acme', 'contacts').length;
const last = ({ sandbox }: TestSandbox) => sandbox.journal().at(-1);

/** Starts to create a contact, and leaves the answer to the caller. */
function beginCreate({ sandbox }: TestSandbox) {
  const headers = { authorization: 'Bearer sandbox-hubspot-acme', 'content-type': 'application/json' };
  const request = httpRequest(`${sandbox.url}/hubspot${contacts}`, { method: 'POST', headers, agent: false });
  request.end(JSON.stringify(ada));
  return request;
}

test('a scripted answer is given as often as told, instead of doing anything', async () => {
  await using sandbox = await startTestSandbox();
  const then = { status: 477, headers: { 'Retry-After': '3600' }, body: { status: 'error' } };
  sandbox.sandbox.setFault({ provider: 'hubspot', times: 2, then });
  for (let count = 0; count < 2; count += 1) {
    const answer = await sandbox.hubspot('POST', contacts, ada);
    expect(answer).toMatchObject({ status: 477, body: { status: 'error' } });
    expect(answer.headers.get('retry-after')).toBe('3600');
  }
  expect(created(sandbox)).toBe(0);
  expect(last(sandbox)).toMatchObject({ status: 477, fault: 'status-477', effects: [] });
  expect((await sandbox.hubspot('POST', contacts, ada)).status).toBe(201);
});

test('a scripted answer can follow a request that is carried out', async () => {
  await using sandbox = await startTestSandbox();
  const then = { status: 503, body: 'Down', commit: true };
  sandbox.sandbox.setFault({ provider: 'hubspot', then });
  expect(await sandbox.hubspot('POST', contacts, ada)).toMatchObject({ status: 503, body: 'Down' });
  expect(created(sandbox)).toBe(1);
  expect(last(sandbox)).toMatchObject({ status: 503, effects: { length: 1 } });
});

test('a silent 200 can be scripted', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.setFault({
    provider: 'hubspot',
    then: { status: 200, body: { status: 'COMPLETE', results: [] } },
  });
  expect(await sandbox.hubspot('POST', `${contacts}/batch/create`, { inputs: [ada] })).toMatchObject({
    status: 200,
    body: { results: [] },
  });
  expect(created(sandbox)).toBe(0);
});

test.each([
  [{ account: 'acme' }],
  [{ match: { method: 'post' } }],
  [{ match: { path: '/contacts' } }],
  [{ match: { record: { email: 'ada@example.com' } } }],
])('a fault for %j strikes', async (aim) => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.setFault({ provider: 'hubspot', ...aim, then: { status: 503 } });
  expect((await sandbox.hubspot('POST', contacts, ada)).status).toBe(503);
  expect((await sandbox.plain('GET', '/_sandbox/faults')).body).toEqual([]);
});

test.each([
  [{ provider: 'salesforce' as const }],
  [{ account: 'other' }],
  [{ match: { method: 'PATCH' } }],
  [{ match: { path: '/deals' } }],
  [{ match: { record: { email: 'eve@example.com' } } }],
])('a fault for %j waits for another request', async (aim) => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.setFault({ provider: 'hubspot', ...aim, then: { status: 503 } });
  expect((await sandbox.hubspot('POST', contacts, ada)).status).toBe(201);
  expect((await sandbox.plain('GET', '/_sandbox/faults')).body).toMatchObject([{ remaining: 1 }]);
});

test.each([
  [
    '/hubspot/crm/v3/objects/contacts/batch/update',
    { inputs: [{ id: '1' }, { id: '2', properties: { age: 7 } }] },
    { id: '2', age: '7' },
  ],
  ['/salesforce/services/data/v66.0/sobjects/Contact', { LastName: 'L' }, { LastName: 'L' }],
  [
    '/salesforce/services/data/v66.0/composite/sobjects',
    { records: [{ LastName: 'K' }, { LastName: 'L' }] },
    { LastName: 'L' },
  ],
  [
    '/salesforce/services/data/v66.0/composite',
    { compositeRequest: [{ body: { LastName: 'L' } }] },
    { LastName: 'L' },
  ],
  [
    '/hubspot/crm/v3/objects/contacts/batch/upsert',
    { inputs: [{ id: 'k1', idProperty: 'external_id', properties: {} }] },
    { external_id: 'k1' },
  ],
  [
    '/salesforce/services/data/v66.0/sobjects/Contact/External_Id__c/k%201',
    { LastName: 'L' },
    { External_Id__c: 'k 1', LastName: 'L' },
  ],
  [
    '/salesforce/services/data/v66.0/composite',
    { compositeRequest: [{ url: '/services/data/v66.0/sobjects/Contact/External_Id__c/k1', body: {} }] },
    { External_Id__c: 'k1' },
  ],
])('a record is found in a request to %s', async (path, body, record) => {
  await using sandbox = await startTestSandbox();
  const provider = path.startsWith('/hubspot') ? 'hubspot' : 'salesforce';
  sandbox.sandbox.setFault({ provider, match: { record }, then: { status: 599 } });
  expect((await sandbox.plain('POST', path, body)).status).toBe(599);
});

test('html is an error page of the edge', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.setFault({ provider: 'hubspot', then: 'html' });
  const answer = await sandbox.hubspot('POST', contacts, ada);
  expect(answer.status).toBe(502);
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(created(sandbox)).toBe(0);
});

test.each([
  ['reset', 0],
  ['commit-then-reset', 1],
] as const)('%s cuts the connection with %i record written', async (then, records) => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.setFault({ provider: 'hubspot', then });
  const [error] = (await once(beginCreate(sandbox), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNRESET');
  expect(created(sandbox)).toBe(records);
  expect(last(sandbox)).toMatchObject({ fault: then, effects: { length: records } });
  expect(last(sandbox)).not.toHaveProperty('status');
});

test.each([
  ['hang', 0],
  ['commit-then-hang', 1],
] as const)(
  '%s never answers, with %i record written, and ends when the sandbox does',
  async (then, records) => {
    await using sandbox = await startTestSandbox();
    sandbox.sandbox.setFault({ provider: 'hubspot', then });
    const request = beginCreate(sandbox);
    while (sandbox.sandbox.journal().length === 0) await new Promise(setImmediate);
    expect(created(sandbox)).toBe(records);
    const ended = once(request, 'error');
    await sandbox.sandbox.close();
    await ended;
  },
);

test('hold does the work at once and answers when the faults are cleared', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.setFault({ provider: 'hubspot', then: 'hold' });
  const answered = once(beginCreate(sandbox), 'response') as Promise<[IncomingMessage]>;
  while (created(sandbox) === 0) await new Promise(setImmediate);
  expect(last(sandbox)).not.toHaveProperty('status');
  sandbox.sandbox.clearFaults();
  const [response] = await answered;
  expect(response.statusCode).toBe(201);
  response.resume();
});

test('slow sends the head at once and then a byte a second', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.setFault({ provider: 'hubspot', then: 'slow' });
  const request = beginCreate(sandbox);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(201);
  const [chunk] = (await once(response, 'data')) as [Buffer];
  expect(chunk.toString()).toBe('{');
  expect(created(sandbox)).toBe(1);
  request.destroy();
});

test('truncate answers half of the JSON, and reset-mid-body breaks off inside it', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.setFault({ provider: 'hubspot', then: 'truncate' });
  const answer = await sandbox.hubspot('POST', contacts, ada);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual(expect.stringMatching(/^\{"id":"1001"/));
  expect(created(sandbox)).toBe(1);

  sandbox.sandbox.setFault({ provider: 'hubspot', then: 'reset-mid-body' });
  await expect(sandbox.hubspot('GET', `${contacts}/1001`)).rejects.toThrow();
});

test.each([0, 1, 17])('an answer breaks off after %i bytes, and its request was carried out', async (cut) => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.setFault({ provider: 'hubspot', then: { cut } });
  await expect(sandbox.hubspot('POST', contacts, ada)).rejects.toThrow();
  expect(created(sandbox)).toBe(1);
  expect(last(sandbox)).toMatchObject({ fault: 'cut' });
});

test('an item fault refuses one record of a collection and leaves the others', async () => {
  await using sandbox = await startTestSandbox();
  const item = { code: 'UNABLE_TO_LOCK_ROW', message: 'unable to obtain exclusive access to this record' };
  const set = () =>
    sandbox.sandbox.setFault({
      provider: 'salesforce',
      match: { record: { LastName: 'B' } },
      then: { item },
    });
  const records = ['A', 'B', 'C'].map((LastName) => ({ attributes: { type: 'Contact' }, LastName }));
  const path = '/services/data/v66.0/composite/sobjects';
  set();
  expect((await sandbox.salesforce('POST', path, { records })).body).toMatchObject([
    { success: true },
    { success: false, errors: [{ statusCode: 'UNABLE_TO_LOCK_ROW' }] },
    { success: true },
  ]);
  set();
  expect(
    await sandbox.salesforce('POST', '/services/data/v66.0/sobjects/Contact', { LastName: 'B' }),
  ).toMatchObject({
    status: 400,
    body: [{ errorCode: 'UNABLE_TO_LOCK_ROW' }],
  });
  await givenRow(sandbox, 'Contact', { LastName: 'B' });
});

test('an item fault of all refuses every record of the request that holds one of them', async () => {
  await using sandbox = await startTestSandbox();
  const item = { code: 'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', message: 'NullPointerException', ofAll: true };
  sandbox.sandbox.setFault({
    provider: 'salesforce',
    match: { record: { LastName: 'B' } },
    then: { item },
  });
  const records = ['A', 'B', 'C'].map((LastName) => ({ attributes: { type: 'Contact' }, LastName }));
  const path = '/services/data/v66.0/composite/sobjects';
  const failed = { success: false, errors: [{ statusCode: item.code }] };
  expect((await sandbox.salesforce('POST', path, { allOrNone: true, records })).body).toMatchObject([
    failed,
    failed,
    failed,
  ]);
});

test('an item fault names one input of a traced batch', async () => {
  await using sandbox = await startTestSandbox();
  const item = { code: 'LOCKED', message: 'locked', status: 423 };
  const set = () =>
    sandbox.sandbox.setFault({
      provider: 'hubspot',
      match: { record: { email: 'b@x.example' } },
      then: { item },
    });
  const inputs = ['a', 'b'].map((name) => ({
    properties: { email: `${name}@x.example` },
    objectWriteTraceId: name,
  }));
  set();
  expect(await sandbox.hubspot('POST', `${contacts}/batch/create`, { inputs })).toMatchObject({
    status: 207,
    body: { results: [{}], errors: [{ category: 'LOCKED', context: { objectWriteTraceId: ['b'] } }] },
  });
  set();
  expect(await sandbox.hubspot('POST', contacts, inputs[1])).toMatchObject({ status: 423 });
});

test('an item fault has the further members that it is given', async () => {
  await using sandbox = await startTestSandbox();
  const context = { existingId: ['7'] };
  const inHubspot = { code: 'CONFLICT', message: 'taken', more: { context } };
  const match = { record: { email: 'b@x.example' } };
  sandbox.sandbox.setFault({ provider: 'hubspot', match, then: { item: inHubspot } });
  const inputs = [{ properties: { email: 'b@x.example' }, objectWriteTraceId: 'b' }];
  expect(await sandbox.hubspot('POST', `${contacts}/batch/create`, { inputs })).toMatchObject({
    body: { errors: [{ context: { ...context, objectWriteTraceId: ['b'] } }] },
  });
  const attributes = { type: 'Contact', url: '/services/data/v66.0/sobjects/Contact/003000000000001AAA' };
  const found = { matchConfidence: 100, record: { attributes, Id: '003000000000001AAA' } };
  const results = {
    entityType: 'Contact',
    matchEngine: 'FuzzyMatchEngine',
    rule: 'R',
    size: 1,
    success: true,
  };
  const rule = { duplicateRule: 'R', duplicateRuleEntityType: 'Contact', errorMessage: 'Use one of these?' };
  const matchResults = [{ ...results, matchRecords: [found] }];
  const duplicateResult = { allowSave: true, ...rule, matchResults };
  const inSalesforce = {
    code: 'DUPLICATES_DETECTED',
    message: 'Use one of these?',
    more: { duplicateResult },
  };
  const person = { attributes: { type: 'Contact' }, LastName: 'B' };
  const set = () =>
    sandbox.sandbox.setFault({
      provider: 'salesforce',
      match: { record: { LastName: 'B' } },
      then: { item: inSalesforce },
    });
  set();
  const path = '/services/data/v66.0/composite/sobjects';
  expect((await sandbox.salesforce('POST', path, { records: [person] })).body).toMatchObject([
    { errors: [{ statusCode: 'DUPLICATES_DETECTED', duplicateResult }] },
  ]);
  set();
  expect(
    await sandbox.salesforce('POST', '/services/data/v66.0/sobjects/Contact', { LastName: 'B' }),
  ).toMatchObject({ body: [{ errorCode: 'DUPLICATES_DETECTED', duplicateResult }] });
});

test('token addresses can be struck too, by the account whose token is being refreshed', async () => {
  await using sandbox = await startTestSandbox();
  const body = { status: 'BAD_HUB', error: 'access_denied' };
  sandbox.sandbox.setFault({
    provider: 'hubspot',
    account: 'beta',
    match: { path: '/oauth/' },
    then: { status: 400, body },
  });
  const refresh = (account: string) =>
    sandbox.plain(
      'POST',
      '/hubspot/oauth/v1/token',
      new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'c',
        client_secret: 's',
        refresh_token: `sandbox-refresh-hubspot-${account}`,
      }),
    );
  expect(await refresh('acme')).toMatchObject({ status: 200 });
  expect(await refresh('beta')).toMatchObject({ status: 400, body });
});
