import { expect, test } from '@jest/globals';
import { Client } from '@hubspot/api-client';
import { startTestSandbox } from '../testing/test-sandbox.ts';
import type { TestSandbox } from '../testing/test-sandbox.ts';
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

test("HubSpot's client creates, updates, upserts, reads and archives batches", async () => {
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
  const upserted = await batchApi.upsert(
    plain({
      inputs: [{ id: 'b@x.example', idProperty: 'email', properties: { city: 'York' } }],
    }),
  );
  expect(upserted.results).toMatchObject([{ _new: true }]);
  const found = await batchApi.read(
    plain({ inputs: [{ id }], properties: ['city'], propertiesWithHistory: [] }),
  );
  expect(found.results).toMatchObject([{ properties: { city: 'Bath' } }]);
  await batchApi.archive(plain({ inputs: [{ id }] }));
  expect(sandbox.sandbox.records('hubspot', 'acme', 'contacts')).toMatchObject([
    { id, deletedAt: expect.any(String) },
    {},
  ]);
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

test("HubSpot's client searches, reads the properties, and refreshes and describes tokens", async () => {
  await using sandbox = await startTestSandbox();
  const client = clientOf(sandbox);
  await client.crm.companies.basicApi.create(
    plain({
      properties: { name: 'Acme', domain: 'acme.example' },
      associations: [],
    }),
  );
  const filter = { propertyName: 'domain', operator: 'EQ', value: 'acme.example' };
  const found = await client.crm.companies.searchApi.doSearch(
    plain({
      filterGroups: [{ filters: [filter] }],
      limit: 1,
    }),
  );
  expect(found).toMatchObject({ total: 1 });
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
  expect(await client.oauth.accessTokensApi.get(tokens.accessToken)).toMatchObject({
    tokenType: 'access',
    expiresIn: 1800,
  });
});

test("HubSpot's client finds the types of associations, and associates by them", async () => {
  await using sandbox = await startTestSandbox();
  const { crm } = clientOf(sandbox);
  const { definitionsApi } = crm.associations.v4.schema;
  const typesOf = async (from: string, to: string) =>
    (await definitionsApi.getAll(from, to)).results.map(({ typeId, label }) => [typeId, label]);
  expect(await typesOf('contacts', 'companies')).toEqual([
    [279, null],
    [1, 'Primary'],
  ]);
  expect(await typesOf('company', '0-1')).toEqual([
    [280, null],
    [2, 'Primary'],
  ]);
  expect(await typesOf('deals', 'notes')).toEqual([[213, null]]);
  expect(await typesOf('quotes', 'calls')).toEqual([]);
  await expect(typesOf('unicorns', 'companies')).rejects.toMatchObject({ code: 400 });

  for (const to of ['tickets', 'notes', 'line_items']) {
    const [[typeId] = [0]] = await typesOf('deals', to);
    const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: typeId }];
    await crm.deals.basicApi.create(
      plain({ properties: { dealname: to }, associations: [{ to: { id: '1' }, types }] }),
    );
  }
  const kept = sandbox.sandbox
    .records('hubspot', 'acme', 'deals')
    .flatMap(({ associations }) => associations);
  expect(kept.map(({ toType }) => toType)).toEqual(['tickets', 'notes', 'line_items']);
});
