import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntry, Page } from '@writ/contracts';
import { newId } from '@writ/db';
import type { OpenApiDocument } from '@writ/docs';
import { createClosing } from '@writ/service-kit';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import {
  describedIn,
  openManagement,
  steps,
  type Management,
  type Step,
} from './testing/management-steps.ts';
import { startWrit } from './testing/start-writ.ts';

/** Changes without an entry, and why. */
const unaudited: Readonly<Record<string, string>> = {
  writeRecords: 'A write: its operation tells of it.',
  postEvent: 'An event: it is stored, and tells of itself.',
  postDestinationTest: 'Nothing of it is stored, or an event.',
  postDestinationPull: 'The delivery shows its attempts.',
  postDeliveryReport: 'The delivery shows its attempts.',
  postIntegrationInstallationPlan: 'Nothing of it is stored.',
  postOperationRecordRead: 'It changes nothing.',
  postOauthConnect: 'What comes of it leaves one, by the same actor.',
  patchConnectionOauthUpdate: 'What comes of it leaves one, by the same actor.',
};

const adminToken = 'audit-admin-token';
const closing = createClosing();
let database: TestDatabase;
let management: Management;
let readingKey: string | undefined;

beforeAll(async () => {
  database = closing.add(await testDatabase(), (opened) => opened.drop());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-audit-')), (path) =>
    rm(path, { recursive: true }),
  );
  const writ = await startWrit(dataDir, { DATABASE_URL: database.url, ADMIN_TOKEN: adminToken });
  closing.add(writ.process, (running) => running.close());
  management = await openManagement(writ, adminToken, database.pool);
  await database.pool.query(
    "ALTER TABLE audit_entry ADD CONSTRAINT refused CHECK (request_id NOT LIKE 'refused-%')",
  );
});
afterAll(() => closing.close());

const entriesOf = async (requestId: string): Promise<AuditEntry[]> =>
  (await management.getAll<Page<AuditEntry>>(`/audit?requestId=${requestId}`)).results;

test('every operation of both hosts that is not only read is among the steps, or has a reason', async () => {
  const described = await Promise.all(
    ['write-gateway/openapi/write.json', 'installations/openapi/management.json'].map(async (file) => {
      const text = await readFile(join(import.meta.dirname, '../..', file), 'utf8');
      return describedIn(JSON.parse(text) as OpenApiDocument).map(({ operationId }) => operationId);
    }),
  );
  const known = steps.map(({ operationId }) => operationId);
  expect(new Set([...known, ...Object.keys(unaudited)])).toEqual(new Set(described.flat()));
});

test.each(steps)(
  '$operationId leaves an entry where it is done, and none where it is refused',
  async (step) => {
    Object.assign(management.known, await step.after?.(management));
    for (const refused of await refusedOnes(step)) {
      expect([refused.name, refused.status]).toEqual([refused.name, refused.expected]);
      expect([refused.name, await entriesOf(refused.name)]).toEqual([refused.name, []]);
    }
    const requestId = `done-${step.operationId}`;
    expect(await management.send(step, { requestId })).toMatchObject({ status: step.status });
    const entries = await entriesOf(requestId);
    if (step.operationId in unaudited) {
      expect(entries).toEqual([]);
      return;
    }
    expect(entries).not.toEqual([]);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        action: step.operationId,
        actor: step.actor ?? { kind: 'admin', id: 'admin' },
      });
    }
  },
);

/** Refused forms of the step's request; they must have no effect. */
async function refusedOnes(step: Step) {
  const { path } = management.described.find(({ operationId }) => operationId === step.operationId)!;
  const lastId = path.match(/\w*Id(?:OrName)?(?=\})/g)?.at(-1);
  const isMade = management.known['projectIdOrName'] !== undefined;
  readingKey ??= isMade ? await management.keyWith('notifications:read') : undefined;
  const ways = [
    { name: 'form', expected: 400, query: '?surprise=1' },
    ...(lastId === undefined ? [] : [{ name: 'unknown', expected: 404, known: { [lastId]: newId() } }]),
    // To the key, other names mean another project.
    ...(readingKey === undefined || step.headers
      ? []
      : [{ name: 'scope', expected: step.names ? 404 : 403, key: readingKey }]),
    // Its entry cannot be stored, so its effect is rolled back: the same request then succeeds.
    ...(step.operationId in unaudited ? [] : [{ name: 'undone', expected: 400 }]),
  ];
  const sent = [];
  for (const { name, expected, ...otherwise } of ways) {
    const requestId = `refused-${step.operationId}-${name}`;
    const { status } = await management.send(step, { ...otherwise, requestId });
    sent.push({ name: requestId, status, expected });
  }
  return sent;
}

test('a GET that rotates a key is noted, is stored by nobody, and is not for a session', async () => {
  const stepOf = (id: string) => steps.find(({ operationId }) => operationId === id)!;
  for (const id of ['postDestination', 'postSession']) await management.send(stepOf(id));
  const path = '/destinations/crm-writes?rotate=true';
  const cookie = String(management.known['cookie']);
  const bySession = await management.getAs(path, { cookie, 'x-writ-console': '1' });
  expect([bySession.status, bySession.body['type']]).toEqual([403, expect.stringMatching(/scope-missing$/)]);
  const reader = await management.keyWith('notifications:read');
  expect((await management.getAs(path, { 'x-api-key': reader })).status).toBe(403);
  const manager = await management.keyWith('notifications:manage');
  const headers = { 'x-api-key': manager, 'x-request-id': 'rotated' };
  const { status, headers: told, body } = await management.getAs(path, headers);
  expect([status, told['cache-control']]).toEqual([200, 'no-store']);
  expect(body['secrets']).toEqual({ webhookSigningKey: expect.stringMatching(/^whsec_/) });
  expect(await entriesOf('rotated')).toMatchObject([
    {
      action: 'getDestination',
      actor: { kind: 'apiKey' },
      changes: { 'secrets.webhookSigningKey': { changed: true } },
    },
  ]);
});

test('no entry holds a secret', async () => {
  const { rows } = await database.pool.query<{ text: string }>(
    'SELECT entry::text AS text FROM audit_entry AS entry',
  );
  const text = rows.map((row) => row.text).join('\n');
  const { described } = management;
  const secrets = described.flatMap(({ examples = [] }) => secretsIn(examples));
  expect(secrets.length).toBeGreaterThan(3);
  for (const secret of [...secrets, /writ_[0-9A-Za-z]/, /whsec_/, /"v1:/]) expect(text).not.toMatch(secret);
});

const secretNames = /^(?:apiKey|clientSecret|accessToken|refreshToken|token|headers)$/;

/** Texts that examples have in place of secrets. */
const secretsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
        secretNames.test(name) ? textsIn(member) : secretsIn(member),
      );

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

test('entries are never changed, and not removed before they are 30 days old', async () => {
  const { pool } = database;
  await expect(pool.query("UPDATE audit_entry SET action = 'x'")).rejects.toThrow('audit entries');
  await expect(pool.query('UPDATE audit_entry SET changes = \'{"name":{"after":"x"}}\'')).rejects.toThrow(
    'audit entries',
  );
  await expect(pool.query('TRUNCATE audit_entry')).rejects.toThrow('audit entries');
  await expect(pool.query('DELETE FROM audit_entry')).rejects.toThrow('audit entries');
});
