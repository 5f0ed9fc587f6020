import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { followOperations } from '@writ/operation';
import { projectSecrets, reseal } from '@writ/tenancy';
import { eventually } from '@writ/test-kit';
import { startOperations, type TestOperations } from './testing/start-operations.ts';

let service: TestOperations;
beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.close());

type Hit = { type: string; id: string; by: string; path: string; text: string };
const search = async (q: string, key?: Parameters<TestOperations['call']>[2]) => {
  const { status, body } = await service.call('GET', `/search?q=${encodeURIComponent(q)}`, key);
  expect(status).toBe(200);
  return body as { results: Hit[]; more: boolean };
};
const found = async (q: string, key?: Parameters<TestOperations['call']>[2]) =>
  (await search(q, key)).results.map(({ type, id, by }) => `${type} ${id} by ${by}`);

test('a write that waits is found by its own id at once, by its request once it was followed; the path leads to it', async () => {
  const { install, write, accept, call, start } = service;
  const installed = await install();
  const operation = write(installed, { requestId: 'Order 4711' });
  await accept(operation);
  expect(await found(installed.laneId)).toEqual([`lane ${installed.laneId} by id`]);
  expect(await found(installed.account, 'operations:read')).toEqual([`lane ${installed.laneId} by account`]);
  expect(await found(operation.id)).toEqual([`operation ${operation.id} by id`]);
  start();
  await eventually(async () => {
    if ((await found('Order 4711')).length === 0) throw new Error('not followed yet');
  });
  const { results, more } = await search(' Order 4711 ');
  expect(results).toMatchObject([
    { id: operation.id, by: 'requestId', text: 'create contacts for acme: in progress' },
  ]);
  expect(more).toBe(false);
  const path = String(results[0]?.path);
  expect(path).toBe(`/v1/projects/${service.projectId}/operations/${operation.id}`);
  const answer = await call('GET', path.replace(`/v1/projects/${service.projectId}`, ''));
  expect(answer.body['id']).toBe(operation.id);
  expect(await found('order 4711')).toEqual([]);
  expect(await found('Order')).toEqual([]);
});

test('an id leads to whatever it names, in upper case, too', async () => {
  const { pool, projectId, install } = service;
  const { installationId, integrationId, connectionId, account } = await install();
  const [eventRow, delivery, destination, topic] = [newId(), newId(), newId(), newId()];
  await pool.query(
    `INSERT INTO event (project_id, id, source, event_id, type, time, body)
     VALUES ($1, $2, 'crm', 'evt-1', 'write.async.done', now(), '{}')`,
    [projectId, eventRow],
  );
  await pool.query(
    `INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status)
     VALUES ($1, $2, $3, 'write.async.done', $4, 'delivered')`,
    [projectId, delivery, eventRow, destination],
  );
  await pool.query(
    `INSERT INTO destination (id, project_id, name, type, metadata) VALUES ($1, $2, 'hook', 'webhook', '{}')`,
    [destination, projectId],
  );
  await pool.query(`INSERT INTO topic (id, project_id, name) VALUES ($1, $2, 'crm-writes')`, [
    topic,
    projectId,
  ]);
  expect(await found(installationId.toUpperCase())).toEqual([]);
  await pool.query(
    `INSERT INTO installation_config (id, project_id, installation_id, revision_id, content, created_by)
     SELECT config_id, project_id, id, id, '{}', 'test' FROM installation WHERE id = $1`,
    [installationId],
  );

  expect(await found(eventRow)).toEqual([`event ${eventRow} by id`]);
  expect(await found('evt-1')).toEqual([`event ${eventRow} by eventId`]);
  expect(await found(delivery)).toEqual([`delivery ${delivery} by id`]);
  expect(await found(`msg_${delivery}`)).toEqual([`delivery ${delivery} by id`]);
  expect(await found(destination)).toEqual([`destination ${destination} by id`]);
  expect(await found(topic)).toEqual([`topic ${topic} by id`]);
  expect(await found(installationId.toUpperCase())).toEqual([`installation ${installationId} by id`]);
  expect(await found(integrationId)).toEqual([`integration ${integrationId} by id`]);
  expect(await found(connectionId)).toEqual([`connection ${connectionId} by id`]);
  expect(await found(account)).toEqual([`connection ${connectionId} by account`]);
  expect(await found('acme')).toEqual(
    expect.arrayContaining([
      `installation ${installationId} by groupRef`,
      `connection ${connectionId} by groupRef`,
    ]),
  );
});

test('a key finds what its scope may read, and nothing of another project', async () => {
  const { install, write, accept, pool } = service;
  const installed = await install();
  const operation = write(installed, { requestId: 'scoped' });
  const foreign = { ...write(installed, { requestId: 'scoped' }), projectId: newId() };
  await accept(operation);
  await accept(foreign);
  while (await followOperations(pool));
  expect(await found('scoped', 'operations:read')).toEqual([`operation ${operation.id} by requestId`]);
  expect(await found(foreign.id)).toEqual([]);
  expect(await found(installed.connectionId)).toHaveLength(1);
  expect(await found(installed.connectionId, 'operations:read')).toEqual([]);
});

test('writes of a record of Salesforce are found by its id in either form, each once', async () => {
  const { install, write, accept, claim, settle, pool } = service;
  const [short, long] = ['001D000000IqhSL', '001D000000IqhSLIAZ'];
  const installed = await install();
  const change = (record: { id: string; key?: string }) =>
    write(installed, { type: 'update', records: [{ ...record, fields: { name: 'x' } }] });
  const made = write(installed);
  await accept(made);
  await settle(await claim(installed.laneId), { kind: 'written', recordId: long });
  const writes = [change({ id: short }), change({ id: long, key: short })];
  await accept(...writes);
  while (await followOperations(pool));
  const all = [made, ...writes].map(({ id }) => `operation ${id} by recordId`).toReversed();
  expect(await found(short)).toEqual(all);
  expect(await found(long)).toEqual(all);
});

test('a write is found by a value that it sent, in other capitals too, and after the keys were replaced', async () => {
  const { install, write, accept, pool, projectId, keyring } = service;
  const installed = await install();
  /** Like a newly started gateway. */
  const send = async (email: string, ring = keyring) => {
    const hash = await projectSecrets(ring, pool).valueHasher(projectId);
    const operation = write(installed, { records: [{ fields: { email }, valueHashes: [hash!(email)] }] });
    await accept(operation);
    while (await followOperations(pool));
    return [operation.id, hash!(email)] as const;
  };
  const [before, oldHash] = await send('ada@example.com');
  const hit = (id: string) => `operation ${id} by value`;
  expect(await found(' Ada@Example.COM')).toEqual([hit(before)]);
  const rotated = { ...keyring, sealingKeyId: 'k2' };
  expect(await reseal(pool, rotated, { newDataKeys: true })).toMatchObject({ newDataKeys: 1 });
  const [after, newHash] = await send('ada@example.com', rotated);
  expect(newHash).not.toBe(oldHash);
  expect(await found('ada@example.com')).toEqual([hit(after), hit(before)]);
  expect(await found('ada@example.com', 'operations:read')).toHaveLength(2);
  expect(await found('ada@example.com', 'notifications:read')).toEqual([]);
  expect(await found('ada@example')).toEqual([]);
  expect(await found(oldHash)).toEqual([]);
});

test('of many that match, the latest twenty are told, and that there are more', async () => {
  const { install, write, accept, pool } = service;
  const installed = await install();
  const operations = Array.from({ length: 21 }, () => write(installed, { requestId: 'many' }));
  await accept(...operations);
  while (await followOperations(pool));
  const { results, more } = await search('many');
  expect(results.map(({ id }) => id)).toEqual(
    operations
      .map(({ id }) => id)
      .toReversed()
      .slice(0, 20),
  );
  expect(more).toBe(true);
});

test.each([[''], ['?q='], ['?q=%20'], [`?q=${'a'.repeat(256)}`], ['?q=a&q=b']])(
  'a search for nothing, or for what is no id, is refused and says what can be searched: %s',
  async (query) => {
    const { status, body } = await service.call('GET', `/search${query}`);
    expect(status).toBe(400);
    const issues = body['issues'] as { in: string; name: string; detail: string }[];
    expect(issues.every((issue) => issue.in === 'query' && issue.name === 'q')).toBe(true);
    expect(issues.map(({ detail }) => detail).join(' ')).toMatch(/the id of an operation, a request/);
  },
);

test('an id may have any character that a request id has', async () => {
  expect(await found(`msg_${'-'.repeat(36)}`)).toEqual([]);
  expect(await found('a\'b%_\\"; --')).toEqual([]);
});
