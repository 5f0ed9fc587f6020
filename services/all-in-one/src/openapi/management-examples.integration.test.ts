import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import { openManagement, steps, type Management, type Step } from '../testing/management-steps.ts';
import { foreignCallers } from '../testing/foreign-callers.ts';
import { startWrit, type RunningWrit } from '../testing/start-writ.ts';

const adminToken = 'examples-admin-token';
const closing = createClosing();
let writ: RunningWrit;
let management: Management;

beforeAll(async () => {
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-examples-')), (path) =>
    rm(path, { recursive: true }),
  );
  writ = await startWrit(dataDir, { DATABASE_URL: database.url, ADMIN_TOKEN: adminToken });
  closing.add(writ.process, (running) => running.close());
  management = await openManagement(writ, adminToken, database.pool);
});
afterAll(() => closing.close());

test('every endpoint that is not only read is sent here, and has an example if it has a body', () => {
  const { described } = management;
  expect(described.filter(({ examples }) => examples?.length === 0)).toEqual([]);
  expect(steps.map(({ operationId }) => operationId).toSorted()).toEqual(
    described.map(({ operationId }) => operationId).toSorted(),
  );
});

const sent = async (step: Step): Promise<void> => {
  Object.assign(management.known, await step.after?.(management));
  const answer = await management.send(step);
  expect([answer.status, answer.body]).toEqual([step.status, expect.anything()]);
};

/** Before this step every kind exists. */
const firstRemoval = steps.findIndex(({ operationId }) => operationId.startsWith('delete'));

test.each(steps.slice(0, firstRemoval))('$operationId, with its examples, is answered $status', sent);

/** Endpoints for keys of pages. */
const openToPages = [
  'getIntegrations',
  'getIntegration',
  'getIntegrationRevisionHydrate',
  'getIntegrationObjectMetadata',
  'postConnectionsGenerate',
  'getConnections',
  'getGroups',
  'getConnection',
  'postOauthConnect',
  'patchConnectionOauthUpdate',
  'getInstallations',
  'getIntegrationInstallations',
  'postIntegrationInstallation',
  'getIntegrationInstallation',
  'patchIntegrationInstallation',
  'deleteIntegrationInstallation',
  'patchIntegrationObjectConfigContent',
  'getIntegrationInstallationConfigs',
  'getIntegrationInstallationConfig',
  'postIntegrationInstallationConfigRestore',
];
/** For every credential. */
const openToAll = ['getWhoami', 'deleteSession'];
/** Of a project, not of a group. */
const ofNoGroup = ['getIntegrations', 'getIntegration'];
const listsOfGroups = ['getConnections', 'getGroups', 'getInstallations', 'getIntegrationInstallations'];

const missing = expect.stringMatching(/scope-missing$/) as unknown;

test('a key that stands in a page gets no further than its endpoints, and sees no list of all groups', async () => {
  const { guarded, pageKey, send } = await foreignCallers(writ, management);
  const by = { 'x-api-key': pageKey };
  const opened = [];
  for (const operation of guarded) {
    // A permitted caller learns that this is no parameter.
    const { status, body } = await send(operation, by, '?surprise=1');
    if (status === 400) opened.push(operation.operationId);
    else expect([operation.operationId, status, body['type']]).toEqual([operation.operationId, 403, missing]);
    if (listsOfGroups.includes(operation.operationId)) {
      const list = await send(operation, by, '');
      expect([list.status, list.body['issues']]).toMatchObject([400, [{ in: 'query', name: 'groupRef' }]]);
    }
  }
  expect(new Set(opened)).toEqual(new Set([...openToPages, ...openToAll]));
});

test("a token of another group reaches nothing by a customer's ids", async () => {
  const { guarded, token, send, groupRef } = await foreignCallers(writ, management);
  const project = String(management.known['projectIdOrName']);
  const by = { authorization: `Bearer ${token(project, 'a-stranger')}` };
  for (const operation of guarded) {
    const { operationId } = operation;
    const { status, body } = await send(operation, by);
    if (openToAll.includes(operationId)) continue;
    if (ofNoGroup.includes(operationId)) expect([operationId, status]).toEqual([operationId, 200]);
    else
      expect({ operationId, status, isRefused: [403, 404].includes(status) }).toMatchObject({
        isRefused: true,
      });
    expect([operationId, JSON.stringify(body)]).not.toEqual([
      operationId,
      expect.stringContaining(`"${groupRef}"`),
    ]);
  }
  for (const operation of guarded.filter(({ operationId }) => listsOfGroups.includes(operationId)))
    expect([[], { results: [], pagination: { done: true } }]).toContainEqual(
      (await send(operation, by, '')).body,
    );
});

test('where a project accepts no keys of pages, they get nowhere', async () => {
  const { guarded, pageKey, send } = await foreignCallers(writ, management);
  const switched = (pageKeys: boolean) =>
    management.send({
      operationId: 'patchProject',
      status: 200,
      with: () => ({ updateMask: ['pageKeys'], project: { pageKeys } }),
    });
  await switched(false);
  for (const operation of guarded.filter(({ operationId }) => !openToAll.includes(operationId))) {
    const { status, body } = await send(operation, { 'x-api-key': pageKey });
    expect([operation.operationId, status, body['type']]).toEqual([operation.operationId, 403, missing]);
  }
  await switched(true);
});

test.each(steps.slice(firstRemoval))('$operationId, with its examples, is answered $status', sent);
