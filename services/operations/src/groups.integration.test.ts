import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startOperations, type TestOperations } from './testing/start-operations.ts';
import { refused } from './testing/writing.ts';

let service: TestOperations;
beforeEach(async () => {
  service = await startOperations();
});
afterEach(() => service.close());

type Page = { results: { groupRef: string }[]; pagination: { nextPageToken?: string } };
const list = async (query: string): Promise<Page> => {
  const { status, body } = await service.call('GET', `/groups?${query}`);
  expect(status).toBe(200);
  return body as unknown as Page;
};

test('groups are listed by name, page by page; any character may be in a name', async () => {
  const names = ['a/b', 'a:b', 'a b', 'Ä', '_'];
  for (const name of names) await service.install(name);
  const seen: string[] = [];
  let token = '';
  do {
    const { results, pagination } = await list(`pageSize=2${token}`);
    seen.push(...results.map(({ groupRef }) => groupRef));
    token = pagination.nextPageToken === undefined ? '' : `&pageToken=${pagination.nextPageToken}`;
  } while (token !== '');
  expect(seen).toEqual(['_', 'a b', 'a/b', 'a:b', 'Ä']);
  const { results } = await list(`groupRef=${encodeURIComponent('a/b')}`);
  expect(results).toMatchObject([{ groupRef: 'a/b', groupName: 'a/b', healthStatus: 'healthy' }]);
});

test('a group has its installations, the health of its connections, and counts of its writes', async () => {
  const { install, accept, write, claim, settle, pool } = service;
  const [installed, other] = [await install(), await install('other')];
  await accept(write(installed), write(other));
  await settle(await claim(installed.laneId), refused);
  await accept(write(installed), write(installed));
  await pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [
    installed.connectionId,
  ]);
  const [acme, next] = (await list('')).results;
  expect(acme).toMatchObject({
    groupRef: 'acme',
    healthStatus: 'unhealthy',
    installations: [
      {
        id: installed.installationId,
        integrationId: installed.integrationId,
        connectionId: installed.connectionId,
        healthStatus: 'unhealthy',
      },
    ],
    connections: [{ id: installed.connectionId, provider: 'hubspot', status: 'bad_credentials' }],
    operations: { unfinished: 2, failed: 1, more: false },
  });
  expect(next).toMatchObject({
    healthStatus: 'healthy',
    operations: { unfinished: 1, failed: 0, more: false },
  });
});
