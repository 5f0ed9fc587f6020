import { afterAll, expect, test } from '@jest/globals';
import { newId, openDatabase } from '@writ/db';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { eventually, patientConnection, testDatabase } from '@writ/test-kit';
import { watchQuotaPercents } from './index.ts';

const closing = createClosing();
afterAll(() => closing.close());

test('an account has the smallest percentage of its connections, and keeps it while it cannot be read', async () => {
  const server = closing.add(await testDatabase(), (opened) => opened.drop());
  const options = { url: server.url, maxConnections: 2, applicationName: 'test', limits: patientConnection };
  const database = closing.add(openDatabase(options), (opened) => opened.close());
  const logged: string[] = [];
  const write = (line: string) => void logged.push(line);
  const logger = createAppLogger({ service: 'test', level: 'warn', write });
  const projectId = newId();
  const percentOf = watchQuotaPercents(
    { database, logger, everyMs: 1, keyOf: (one) => [one.projectId, one.provider, one.account].join() },
    closing,
  );
  const connect = async (account: string, percent: number | null) => {
    const id = newId();
    await server.pool.query(
      `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials, quota_percent)
       VALUES ($1, $2, 'hubspot', 'acme', $3, 'apiKey', '', $4)`,
      [id, projectId, account, percent],
    );
    return id;
  };
  const change = (id: string, percent: number | null) =>
    server.pool.query('UPDATE connection SET quota_percent = $2 WHERE id = $1', [id, percent]);
  const percentIs = (percent: number | undefined) =>
    eventually(() => percentOf([projectId, 'hubspot', 'a'].join()) === percent);

  const first = await connect('a', 30);
  await connect('b', 1);
  await connect('a', null);
  await percentIs(30);
  const second = await connect('a', 20);
  await percentIs(20);
  await change(second, null);
  await percentIs(30);
  await expect(change(first, 101)).rejects.toThrow('quota_percent_check');
  await server.pool.query('ALTER TABLE connection RENAME TO connection_away');
  await eventually(() => logged.length > 0);
  expect(logged[0]).toContain('fails');
  await percentIs(30);
  await server.pool.query('ALTER TABLE connection_away RENAME TO connection');
  await change(first, null);
  await percentIs(undefined);
});
