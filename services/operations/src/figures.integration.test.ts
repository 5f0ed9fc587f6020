import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@writ/db';
import { createServiceFrame } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { measureInstallation } from './figures.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ maxConnections: 8 });
});
afterAll(() => database.close());

test('the figures of a round and its findings read the due lanes once', async () => {
  const asked: string[] = [];
  const { pool } = database;
  pool.query = new Proxy(pool.query.bind(pool), {
    apply: (query, of, args: [unknown]) => {
      asked.push(JSON.stringify(args[0]));
      return Reflect.apply(query, of, args) as unknown;
    },
  });
  const { logger, metrics } = createServiceFrame('test', { LOG_LEVEL: 'error' });
  const rounds = measureInstallation({ database, logger, metrics, lookLimitMs: 60_000 });
  try {
    for (const shown of [/^writ_findings/m, /^writ_lanes_due/m, /^writ_lane_oldest_due_seconds/m])
      await eventually(async () => expect(await metrics.render()).toMatch(shown));
  } finally {
    await rounds.close();
  }
  const count = (part: string): number => asked.filter((text) => text.includes(part)).length;
  // Each round reads absent accounts once.
  expect(count('oldestSeconds')).toBe(count('AS accounts'));
});
