import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Found } from '@writ/contracts';
import { newId, openDatabase } from '@writ/db';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { eventually, patientConnection, testDatabase } from '@writ/test-kit';
import {
  intakeSeconds,
  kafkaLook,
  lookAt,
  processReports,
  reportProcess,
  versionsLook,
  warnOfMissingKeys,
} from './index.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

test('a process tells of its clock, of keys that it lacks and of statements that wait, until it ends', async () => {
  const own = await testDatabase();
  const database = openDatabase({
    url: own.url,
    maxConnections: 1,
    applicationName: 'test',
    limits: patientConnection,
  });
  await own.pool.query(
    `INSERT INTO project_key (id, project_id, number, sealed) VALUES (gen_random_uuid(), gen_random_uuid(), 1, 'v1:k1:x')`,
  );
  const closing = createClosing();
  const keyring = createKeyring(`k2:${Buffer.alloc(32).toString('base64')}`);
  const keys = warnOfMissingKeys({ database: own, logger, keyring }, closing);
  const held = await database.pool.connect();
  const waiting = database.pool.query('SELECT 1');
  const now = () => Date.now() - 3_600_000;
  reportProcess({ database, logger, service: 'notification', looks: [keys], now }, closing);
  await setImmediate();
  held.release();
  await waiting;
  // Of all its reports: a look that took too long tells its finding in the next one.
  const found = new Map<string, string>();
  await eventually(async () => {
    const [report, ...others] = await processReports(own.pool);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ service: 'notification', silent: false });
    for (const { code, detail } of report?.findings ?? []) found.set(code, detail);
    expect(Object.fromEntries(found)).toMatchObject({
      'clock-off': expect.stringMatching(/3[56]\d\d s behind/),
      'encryption-key-missing': expect.stringContaining('sealed with k1, which is missing'),
      'pool-busy': expect.any(String),
    });
  });
  await closing.close();
  expect(await processReports(own.pool)).toEqual([]);
  await database.close();
  await own.drop();
});

test.each([
  ['more can be made', 3],
  ['one is free', 1],
])(
  'a statement that just takes its connection does not wait for one, where %s',
  async (_, maxConnections) => {
    const own = await testDatabase();
    const database = openDatabase({
      url: own.url,
      maxConnections,
      applicationName: 'test',
      limits: patientConnection,
    });
    await database.pool.query('SELECT 1');
    const closing = createClosing();
    const taking = database.pool.query('SELECT 1');
    expect(database.pool).toMatchObject({ waitingCount: 1, idleCount: 1, totalCount: 1 });
    reportProcess({ database, logger, service: 'notification' }, closing);
    await taking;
    const [report] = await eventually(async () => {
      const reports = await processReports(own.pool);
      expect(reports).toHaveLength(1);
      return reports;
    });
    // Nothing else is the matter here: that a look took too long on a busy machine is.
    expect(report?.findings.map(({ code }) => code)).not.toContain('pool-busy');
    await closing.close();
    await database.close();
    await own.drop();
  },
);

test('keys that are missing are told while they are, whenever secrets are sealed anew', async () => {
  const own = await testDatabase();
  const closing = createClosing();
  const keyring = createKeyring(`k1:${Buffer.alloc(32).toString('base64')}`);
  let now = 0;
  const keys = warnOfMissingKeys({ database: own, logger, keyring, nowMs: () => now }, closing);
  const found = async () => {
    now += 5 * 60_000;
    return keys.look();
  };
  const missing = (detail: string) => [
    { code: 'encryption-key-missing', detail: `${detail} are sealed with k2, which is missing.` },
  ];
  expect(await keys.look()).toEqual([]);
  await own.pool.query(
    `INSERT INTO project_key (id, project_id, number, sealed) VALUES (gen_random_uuid(), gen_random_uuid(), 1, 'v1:k2:x')`,
  );
  expect(await keys.look()).toEqual([]);
  expect(await found()).toEqual(missing('1 data keys and 0 other secrets'));
  await own.pool.query(`UPDATE project_key SET sealed = 'v1:k1:x'`);
  expect(await found()).toMatchObject([
    { detail: expect.stringContaining('k1, which is another key here.') },
  ]);
  await own.pool.query('DELETE FROM project_key');
  await projectSecrets(keyring, own.pool).sealer(newId());
  expect(await found()).toEqual([]);
  await closing.close();
  await own.drop();
});

test('secrets of the older form are asked about until each can be opened', async () => {
  const own = await testDatabase();
  const closing = createClosing();
  const keyring = createKeyring(`k2:${Buffer.alloc(32).toString('base64')}`);
  let now = 0;
  await own.pool.query(
    `INSERT INTO destination (id, project_id, name, type, metadata, sealed)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'd', 'webhook', '{}', 'v1:k1:x')`,
  );
  const keys = warnOfMissingKeys({ database: own, logger, keyring, nowMs: () => now }, closing);
  for (let time = 0; time < 2; time += 1) {
    expect(await keys.look()).toMatchObject([{ detail: expect.stringContaining('1 other secrets') }]);
    now += 5 * 60_000;
  }
  await own.pool.query(`UPDATE destination SET sealed = 'v2:1:x'`);
  expect(await keys.look()).toEqual([]);
  await closing.close();
  await own.drop();
});

test('a failed check for missing keys is reported, and the next report checks again and warns', async () => {
  const own = await testDatabase();
  const closing = createClosing();
  await own.pool.query(
    `INSERT INTO project_key (id, project_id, number, sealed) VALUES (gen_random_uuid(), gen_random_uuid(), 1, 'v1:k2:x')`,
  );
  await own.pool.query('ALTER TABLE project_key RENAME TO away');
  const keyring = createKeyring(`k1:${Buffer.alloc(32).toString('base64')}`);
  const warned: string[] = [];
  const warning = createAppLogger({ service: 'test', level: 'warn', write: (line) => warned.push(line) });
  const keys = warnOfMissingKeys({ database: own, logger: warning, keyring, nowMs: () => 0 }, closing);
  const unknown = { code: 'not-looked-at', detail: expect.stringContaining('encryption keys: ') };
  expect(await lookAt([keys], 60_000)).toEqual([unknown]);
  await own.pool.query('ALTER TABLE away RENAME TO project_key');
  for (const _ of [1, 2])
    expect(await lookAt([keys], 60_000)).toMatchObject([{ code: 'encryption-key-missing' }]);
  expect(warned).toEqual([
    expect.stringContaining('missing encryption keys failed'),
    expect.stringContaining('1 data keys and 0 other secrets are sealed with k2, which is missing'),
  ]);
  await closing.close();
  await own.drop();
});

const overdue = {
  code: 'kafka-overdue' as const,
  detail: 'The oldest unconsumed message is older than 60 s.',
};

test.each<[string, () => Promise<number | undefined>, Found[], Date?]>([
  ['as it should be', () => Promise.resolve(7), []],
  ['behind', () => Promise.resolve(8), [{ code: 'kafka-lag', detail: '8 messages have not been consumed.' }]],
  ['behind for less than a minute', () => Promise.resolve(1), [], new Date('2026-11-29T10:00:00Z')],
  ['behind for longer', () => Promise.resolve(1), [overdue], new Date('2026-11-29T09:59:59Z')],
  [
    'without its topic',
    () => Promise.resolve(undefined),
    [{ code: 'kafka-topic-missing', detail: 'There is no lifecycle-events.' }],
  ],
  [
    'away',
    () => Promise.reject(new Error('no broker')),
    [{ code: 'kafka-away', detail: 'Kafka: no broker' }],
  ],
  [
    'silent',
    () => new Promise(() => undefined),
    [{ code: 'kafka-away', detail: 'Kafka: no answer within 50 ms' }],
  ],
])('Kafka %s', async (_, behind, found, oldest = new Date('2026-11-29T10:01:00Z')) => {
  const hasBehind = (before: Date) => Promise.resolve(oldest < before);
  const clock = { now: () => new Date('2026-11-29T10:01:00Z') };
  expect(await lookAt([kafkaLook({ behind, hasBehind }, clock, 7)], 50)).toEqual(found);
});

test('a version that a provider no longer serves is told with its name', async () => {
  const { look } = versionsLook({ retiredVersions: () => ['Salesforce 20.0'] });
  expect(await look()).toEqual([
    { code: 'provider-version-retired', detail: 'Salesforce 20.0 answers 410.' },
  ]);
  expect(await versionsLook({ retiredVersions: () => [] }).look()).toEqual([]);
});

test.each([
  ['nothing waits', 0, Infinity, 0],
  ['what waits is new', 3, 4, 0],
  ['what waits is old', 3, 130, 120],
])('the age of the oldest event on Kafka: %s', async (_, behind, age, seconds) => {
  const clock = { now: () => new Date(1_000_000) };
  const hasBehind = (before: Date) => Promise.resolve(1_000_000 - before.getTime() < age * 1_000);
  expect(await intakeSeconds({ behind: () => Promise.resolve(behind), hasBehind }, clock)).toBe(seconds);
});
