import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import { openManagement, steps, type Management } from '../testing/management-steps.ts';
import { startWrit } from '../testing/start-writ.ts';

const adminToken = 'examples-admin-token';
const closing = createClosing();
let management: Management;

beforeAll(async () => {
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-examples-')), (path) =>
    rm(path, { recursive: true }),
  );
  const writ = await startWrit(dataDir, { DATABASE_URL: database.url, ADMIN_TOKEN: adminToken });
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

test.each(steps)('$operationId, with its examples, is answered $status', async (step) => {
  Object.assign(management.known, await step.after?.(management));
  const answer = await management.send(step);
  expect([answer.status, answer.body]).toEqual([step.status, expect.anything()]);
});
