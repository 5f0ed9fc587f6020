import { expect, test } from '@jest/globals';
import { Client } from '@hubspot/api-client';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';
import { watchConnections } from '../testing/watch-connections.ts';

const clientOf = ({ sandbox }: TestSandbox) =>
  new Client({
    accessToken: 'sandbox-hubspot-acme',
    basePath: `${sandbox.url}/hubspot`,
    numberOfApiCallRetries: 0,
  });

/** The client's inputs are classes that it only writes out as JSON: plain objects serve as well. */
const plain = (input: object) => input as never;

const contact = (email: string, objectWriteTraceId?: string) => ({
  properties: { email },
  associations: [],
  ...(objectWriteTraceId !== undefined && { objectWriteTraceId }),
});

test("HubSpot's client creates, reads, updates and deletes a record, and reaches nothing else", async () => {
  using connections = watchConnections();
  await using sandbox = await startTestSandbox();
  const { basicApi } = clientOf(sandbox).crm.contacts;
  const created = await basicApi.create(plain(contact('ada@example.com')));
  expect(created).toMatchObject({
    properties: { email: 'ada@example.com' },
    archived: false,
    createdAt: new Date('2026-03-01T10:00:00Z'),
  });
  await basicApi.update(created.id, plain({ properties: { city: 'London' } }));
  expect((await basicApi.getById(created.id, ['city'])).properties).toMatchObject({ city: 'London' });
  await basicApi.archive(created.id);
  await expect(basicApi.getById(created.id)).rejects.toMatchObject({ code: 404 });
  expect(connections.addresses()).toEqual(['127.0.0.1']);
});

test("HubSpot's client creates, updates and reads batches", async () => {
  await using sandbox = await startTestSandbox();
  const { batchApi } = clientOf(sandbox).crm.contacts;
  const created = await batchApi.create(
    plain({
      inputs: [contact('a@x.example', 't1'), contact('nonsense', 't2')],
    }),
  );
  expect(created).toMatchObject({ numErrors: 1, results: [{ properties: { email: 'a@x.example' } }] });
  const id = created.results[0]?.id ?? '';
  const updated = await batchApi.update(plain({ inputs: [{ id, properties: { city: 'Bath' } }] }));
  expect(updated).toMatchObject({ status: 'COMPLETE', results: [{ id }] });
  const keyed = { id: 'k', idProperty: 'external_id', properties: { city: 'York' } };
  for (const isNew of [true, false])
    expect((await batchApi.upsert(plain({ inputs: [keyed] }))).results).toMatchObject([{ _new: isNew }]);
  const found = await batchApi.read(
    plain({ inputs: [{ id }], properties: ['city'], propertiesWithHistory: [] }),
  );
  expect(found.results).toMatchObject([{ properties: { city: 'Bath' } }]);
});

test("HubSpot's client understands refusals of each kind, of a record and of a batch", async () => {
  await using sandbox = await startTestSandbox();
  const { basicApi, batchApi } = clientOf(sandbox).crm.contacts;
  const { id } = await basicApi.create(plain(contact('ada@example.com')));
  const refused = (code: number, category: string) => ({ code, body: { status: 'error', category } });
  await expect(basicApi.create(plain(contact('ada@example.com')))).rejects.toMatchObject(
    refused(409, 'CONFLICT'),
  );
  await expect(basicApi.update(id, plain({ properties: { unicorn: '1' } }))).rejects.toMatchObject(
    refused(400, 'VALIDATION_ERROR'),
  );
  const untraced = { inputs: [contact('b@x.example'), contact('ada@example.com')] };
  await expect(batchApi.create(plain(untraced))).rejects.toMatchObject(refused(409, 'CONFLICT'));
  const partly = await batchApi.update(
    plain({
      inputs: [
        { id, properties: { city: 'Bath' } },
        { id: '0', properties: { city: 'Bath' } },
      ],
    }),
  );
  expect(partly).toMatchObject({
    numErrors: 1,
    results: [{ id }],
    errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: ['0'] } }],
  });
  const found = await batchApi.read(
    plain({
      idProperty: 'email',
      inputs: [{ id: 'ada@example.com' }, { id: 'nobody@x.example' }],
      properties: ['email'],
      propertiesWithHistory: [],
    }),
  );
  expect(found).toMatchObject({ results: [{ id }], errors: [{ context: { ids: ['nobody@x.example'] } }] });
  sandbox.sandbox.settings('hubspot', 'acme', { quota: { limit: 0, windowMs: 10_000 } });
  await expect(basicApi.getById(id)).rejects.toMatchObject({ code: 429 });
});

test("HubSpot's client reads the properties and refreshes tokens", async () => {
  await using sandbox = await startTestSandbox();
  const client = clientOf(sandbox);
  const { results } = await client.crm.properties.coreApi.getAll('companies');
  expect(results).toContainEqual(expect.objectContaining({ name: 'domain', type: 'string' }));
  const tokens = await client.oauth.tokensApi.create(
    'refresh_token',
    undefined,
    undefined,
    'c',
    's',
    'sandbox-refresh-hubspot-acme',
  );
  expect(tokens).toMatchObject({ tokenType: 'bearer', expiresIn: 1800 });
});
