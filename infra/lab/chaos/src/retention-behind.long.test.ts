import { createServer } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { fasterRules, readRules, startPrometheus } from '@writ/observability';
import { createClosing, createServiceFrame } from '@writ/service-kit';
import { keepInBounds } from '@writ/service-parts';
import { eventually } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';

const closing = createClosing();
afterAll(() => closing.close());

/** Six hours are 22 s. */
const timesFaster = 1_000;
const everyMs = (10 * 60_000) / timesFaster;
const name = 'WritRetentionBehind';

test('a removal that no pass finishes fires the alert, and finished passes do not', async () => {
  const database = closing.add(await openTestDatabase({ maxConnections: 4 }), (opened) => opened.close());
  const { logger, metrics } = createServiceFrame('test', { LOG_LEVEL: 'error' });
  let passes = 0;
  const removal = {
    what: 'session',
    remove: () => {
      passes += 1;
      return database.prisma.$executeRaw`DELETE FROM session WHERE seen_time < now() - interval '1 day'`;
    },
  };
  const given = { database, logger, metrics, name: 'retention', stepSize: 100, removals: [removal], everyMs };
  closing.add(keepInBounds(given), (retention) => retention.close());

  const page = createServer((_request, answer) => void metrics.render().then((text) => answer.end(text)));
  closing.add(page.listen(0, '127.0.0.1'), (server) => server.close());
  const prometheus = closing.add(await startPrometheus(), (server) => server.close());
  const address = page.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  await prometheus.read(() => [`127.0.0.1:${address.port}`]);
  const rules = (await readRules()).filter(({ alert }) => alert === name);
  await prometheus.evaluate(fasterRules(rules, timesFaster));
  const passesEnd = () =>
    eventually(async () =>
      expect(await metrics.render()).toMatch(/^writ_retention_behind_seconds.* [01]\./m),
    );
  await passesEnd();
  // Longer than the rule takes to fire.
  await eventually(() => passes * everyMs > 30_000);
  expect(await prometheus.fired()).toEqual([]);

  const client = closing.add(await database.pool.connect(), (one) => one.release());
  await client.query('BEGIN; LOCK TABLE session');
  await eventually(async () => expect(await prometheus.fired()).toEqual([name]), { everyMs: 1_000 });
  await client.query('COMMIT');
  await passesEnd();
});
