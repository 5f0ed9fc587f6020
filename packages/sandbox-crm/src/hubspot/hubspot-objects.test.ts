import { expect, test } from '@jest/globals';
import { givenContact } from '../testing/records.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';

const created = '2026-03-01T10:00:00.000Z';

test.each(['/crm/v3/objects/contacts', '/crm/objects/2026-03/contacts', '/crm/objects/2026-09/0-1'])(
  'POST %s creates a record, answers 201 with it, and tells where it is',
  async (path) => {
    await using sandbox = await startTestSandbox();
    const answer = await sandbox.hubspot('POST', path, {
      properties: { email: 'Ada@Example.com', phone: 42 },
      associations: [],
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: '1001',
      properties: {
        email: 'ada@example.com',
        phone: '42',
        createdate: created,
        lastmodifieddate: created,
        hs_object_id: '1001',
      },
      createdAt: created,
      updatedAt: created,
      archived: false,
    });
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${sandbox.sandbox.url}/hubspot/crm/.*/contacts/1001$`),
    );
  },
);

test('an update answers 200 with what was written, and an empty string clears a property', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenContact(sandbox, { email: 'ada@example.com', phone: '1', city: 'London' });
  sandbox.clock.advance(1_000);
  const answer = await sandbox.hubspot('PATCH', `/crm/v3/objects/contacts/${id}`, {
    properties: { phone: '', city: 'Paris' },
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { properties: { phone: null, city: 'Paris' }, updatedAt: '2026-03-01T10:00:01.000Z' },
  });
  const [record] = sandbox.sandbox.records('hubspot', 'acme', 'contacts');
  expect(record?.fields).toEqual({ email: 'ada@example.com', city: 'Paris' });
});

test('a read gives a small set of properties, or those asked for: unset ones null, unknown ones left out', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenContact(sandbox, { email: 'ada@example.com', city: 'London' });
  const usual = await sandbox.hubspot('GET', `/crm/v3/objects/contacts/${id}`);
  expect(usual.body).toMatchObject({ properties: { email: 'ada@example.com', firstname: null } });
  expect(usual.body).not.toHaveProperty('properties.city');
  const asked = await sandbox.hubspot('GET', `/crm/v3/objects/contacts/${id}?properties=city,phone,nonsense`);
  expect(asked.body).toHaveProperty('properties', {
    city: 'London',
    phone: null,
    createdate: created,
    lastmodifieddate: created,
    hs_object_id: id,
  });
});

test('a delete is 204 however often it is repeated, and the record moves to the recycle bin', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenContact(sandbox, { email: 'ada@example.com' });
  const path = `/crm/v3/objects/contacts/${id}`;
  for (const target of [path, path, '/crm/v3/objects/contacts/999999']) {
    expect(await sandbox.hubspot('DELETE', target)).toMatchObject({ status: 204, body: '' });
  }
  expect(await sandbox.hubspot('GET', path)).toMatchObject({ status: 404 });
  // Its email is free again.
  await givenContact(sandbox, { email: 'ada@example.com' });
});

test('zeros before an id mean nothing, in a path and in an association', async () => {
  await using sandbox = await startTestSandbox();
  const company = await sandbox.hubspot('POST', '/crm/v3/objects/companies', {
    properties: { name: 'Acme' },
  });
  const { id } = company.body as { id: string };
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }];
  const contact = { properties: { firstname: 'Ada' }, associations: [{ to: { id: `00${id}` }, types }] };
  expect(await sandbox.hubspot('POST', '/crm/v3/objects/contacts', contact)).toMatchObject({ status: 201 });
  expect(sandbox.sandbox.records('hubspot', 'acme', 'contacts')[0]?.associations).toMatchObject([
    { toId: id },
  ]);

  const path = `/crm/v3/objects/companies/00${id}`;
  expect(await sandbox.hubspot('GET', path)).toMatchObject({ status: 200, body: { id } });
  expect(await sandbox.hubspot('DELETE', path)).toMatchObject({ status: 204 });
  expect(await sandbox.hubspot('GET', path)).toMatchObject({ status: 404 });
});

test.each([
  [{ nonsense: 'x' }, 'PROPERTY_DOESNT_EXIST'],
  [{ lifecyclestage: 'nonsense' }, 'INVALID_OPTION'],
  [{ email: 'nonsense' }, 'INVALID_EMAIL'],
  [{ annualrevenue: '1e-7' }, 'INVALID_INTEGER'],
  [{ annualrevenue: 'much' }, 'INVALID_INTEGER'],
  [{ date_of_birth: 'spring' }, 'INVALID_LONG'],
  [{ hs_object_id: '1' }, 'READ_ONLY_VALUE'],
])('%j is refused with %s', async (properties, code) => {
  await using sandbox = await startTestSandbox();
  const answer = await sandbox.hubspot('POST', '/crm/v3/objects/contacts', { properties });
  const [name] = Object.keys(properties);
  expect(answer).toMatchObject({
    status: 400,
    body: {
      status: 'error',
      category: 'VALIDATION_ERROR',
      errors: [{ code, context: { propertyName: [name] } }],
    },
  });
  expect((answer.body as { message: string }).message).toContain(`"error":"${code}"`);
  expect(answer.headers.get('x-hubspot-correlation-id')).toBe(
    (answer.body as { correlationId: string }).correlationId,
  );
  expect(sandbox.sandbox.records('hubspot', 'acme', 'contacts')).toEqual([]);
});

test('a required property that is missing is refused', async () => {
  await using sandbox = await startTestSandbox();
  const answer = await sandbox.hubspot('POST', '/crm/v3/objects/deals', { properties: { amount: '5' } });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'MISSING_REQUIRED_PROPERTY' }] } });
});

test('an email that another contact holds is a conflict whose text names that contact', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenContact(sandbox, { email: 'ada@example.com' });
  const properties = { email: 'ADA@example.com' };
  const { status, body } = await sandbox.hubspot('POST', '/crm/v3/objects/contacts', { properties });
  expect(status).toBe(409);
  expect(body).toEqual({
    status: 'error',
    message: `Contact already exists. Existing ID: ${id}`,
    correlationId: expect.any(String),
    category: 'CONFLICT',
  });
});

test("a unique property of one's own that is taken is a validation error", async () => {
  await using sandbox = await startTestSandbox();
  await givenContact(sandbox, { external_id: 'k1' });
  const answer = await sandbox.hubspot('POST', '/crm/v3/objects/contacts', {
    properties: { external_id: 'k1' },
  });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'CONFLICTING_UNIQUE_VALUE' }] } });
});

test.each([
  ['123456', { message: 'resource not found' }],
  [
    'abc',
    {
      category: 'OBJECT_NOT_FOUND',
      message: 'Object not found.  objectId are usually numeric.',
      context: { id: ['abc'] },
    },
  ],
])('reading or updating the unknown id %s is 404', async (id, body) => {
  await using sandbox = await startTestSandbox();
  const path = `/crm/v3/objects/contacts/${id}`;
  expect(await sandbox.hubspot('GET', path)).toMatchObject({ status: 404, body });
  expect(await sandbox.hubspot('PATCH', path, { properties: {} })).toMatchObject({ status: 404, body });
});

test.each([
  ['{"properties":', /^Invalid input JSON on line 1, column \d+:/],
  ['[]', /An object was expected/],
  ['{}', /Some required fields were not set: \[properties\]/],
  ['{"properties":{"phone":{"a":1}}}', /"phone" is not a string/],
])('the body %s is refused without a category', async (body, message) => {
  await using sandbox = await startTestSandbox();
  const answer = await sandbox.hubspot('POST', '/crm/v3/objects/contacts', body);
  expect(answer.status).toBe(400);
  expect(answer.body).toHaveProperty('message', expect.stringMatching(message));
  expect(answer.body).not.toHaveProperty('category');
});

test('an unknown object type, an unknown path and a wrong method are refused', async () => {
  await using sandbox = await startTestSandbox();
  expect(await sandbox.hubspot('POST', '/crm/v3/objects/unicorns', { properties: {} })).toMatchObject({
    status: 400,
    body: { message: 'Unable to infer object type from: unicorns' },
  });
  expect(await sandbox.hubspot('GET', '/crm/v9/objects/contacts')).toMatchObject({ status: 404 });
  expect(await sandbox.hubspot('PUT', '/crm/v3/objects/contacts/1', {})).toMatchObject({ status: 405 });
  const text = { 'content-type': 'text/plain' };
  expect(await sandbox.hubspot('POST', '/crm/v3/objects/contacts', '{}', text)).toMatchObject({
    status: 415,
  });
});

test('associations are kept with the new record', async () => {
  await using sandbox = await startTestSandbox();
  const company = await sandbox.hubspot('POST', '/crm/v3/objects/companies', {
    properties: { name: 'Acme' },
  });
  const { id: companyId } = company.body as { id: string };
  const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }];
  const contact = { properties: { firstname: 'Ada' }, associations: [{ to: { id: companyId }, types }] };
  await sandbox.hubspot('POST', '/crm/v3/objects/contacts', contact);
  expect(sandbox.sandbox.records('hubspot', 'acme', 'contacts')[0]?.associations).toEqual([
    { toType: 'companies', toId: companyId, category: 'HUBSPOT_DEFINED', typeId: 279 },
  ]);
});

test.each([
  [
    [{ to: { id: '999' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }] }],
    'does not exist',
  ],
  [
    [{ to: { id: '1' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 341 }] }],
    'does not start from',
  ],
  [[{ to: { id: '1' }, types: [{ associationCategory: 'NONSENSE', associationTypeId: 1 }] }], 'is not valid'],
  [[{ to: { id: '1' }, types: [] }], 'at least one entry'],
  ['nonsense', 'a list'],
])('the associations %j are refused, and nothing is created', async (associations, detail) => {
  await using sandbox = await startTestSandbox();
  const answer = await sandbox.hubspot('POST', '/crm/v3/objects/contacts', { properties: {}, associations });
  expect(answer.status).toBe(400);
  expect(answer.body).toHaveProperty('message', expect.stringContaining(detail));
  expect(sandbox.sandbox.records('hubspot', 'acme', 'contacts')).toEqual([]);
});

test('properties tell type, options, uniqueness and whether they can be written', async () => {
  await using sandbox = await startTestSandbox();
  for (const path of ['/crm/v3/properties/contacts', '/crm/properties/2026-03/contacts']) {
    const { results } = (await sandbox.hubspot('GET', path)).body as { results: { name: string }[] };
    const named = new Map(results.map((property) => [property.name, property]));
    expect(named.get('email')).toMatchObject({ type: 'string', hasUniqueValue: true });
    expect(named.get('createdate')).toMatchObject({
      type: 'datetime',
      modificationMetadata: { readOnlyValue: true },
    });
    expect(named.get('lifecyclestage')).toHaveProperty('options.0.value', 'subscriber');
  }
});
