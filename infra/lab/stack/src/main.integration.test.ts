import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { startProcess, testDatabase, testKafka } from '@writ/test-kit';

const closing = createClosing();
afterAll(() => closing.close());

const main = join(import.meta.dirname, 'main.ts');
/** Redis and seven programs start in turn on a busy machine. */
const readyWithinMs = 240_000;

test(
  'with --json every line is an object that names its program, as many as are asked for; files may hold secrets',
  async () => {
    const dir = closing.add(await mkdtemp(join(tmpdir(), 'writ-json-')), (path) =>
      rm(path, { recursive: true }),
    );
    const database = closing.add(await testDatabase(), (opened) => opened.drop());
    const [addressFile, keysFile] = [join(dir, 'address'), join(dir, 'keys')];
    await writeFile(addressFile, `${database.url}\n`);
    await writeFile(keysFile, `k1:${randomBytes(32).toString('base64')}\n`);
    const stack = closing.add(
      await startProcess({
        command: process.execPath,
        args: [main, '--json'],
        env: {
          DATA_DIR: dir,
          DATABASE_URL_FILE: addressFile,
          ENCRYPTION_KEYS_FILE: keysFile,
          // No other stack uses the run's Kafka: the topic's name is the same.
          KAFKA_BROKERS: testKafka().brokers.join(','),
          MANAGEMENT_PORT: '0',
          WRITE_PORT: '0',
          SANDBOX_PORT: '0',
          METRICS_PORT: '0',
          WRITE_WORKER_REPLICAS: '2',
        },
        readyWhen: /"Ready\. /,
        readyWithinMs,
      }),
      (running) => running.close(),
    );
    const demo = JSON.parse(await readFile(join(dir, 'demo.json'), 'utf8')) as Record<string, string>;
    // As with `npm start`, so that the README fits both.
    const destination = await fetch(`${demo['managementUrl']}/projects/demo/destinations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': demo['apiKey'] ?? '' },
      body: JSON.stringify({ name: 'here', type: 'webhook', metadata: { url: 'http://127.0.0.1:9099/' } }),
    });
    expect(destination.status).toBe(201);
    stack.kill('SIGTERM');
    expect(await stack.waitForExit({ withinMs: readyWithinMs })).toMatchObject({ code: 0 });
    const lines = stack.output().trim().split('\n');
    const programs = lines.map((line) => (JSON.parse(line) as { program: string }).program);
    for (const name of ['stack', 'operations', 'write-gateway', 'write-worker-2'])
      expect(programs).toContain(name);
    const sealedWith = await database.pool.query('SELECT DISTINCT made_with FROM project_key');
    expect(sealedWith.rows).toEqual([{ made_with: 'k1' }]);
  },
  5 * readyWithinMs,
);

test('faults of the environment of all services are told at once, before anything is started, with 78', async () => {
  const dir = closing.add(await mkdtemp(join(tmpdir(), 'writ-faulty-')), (path) =>
    rm(path, { recursive: true }),
  );
  const faulty = {
    MANAGEMENT_PORT: 'eighty',
    KAFKA_BROKERS: 'nowhere',
    ENCRYPTION_KEYS: 'none',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: 'all',
    EDGE_TRUSTED_PROXIES: '10.0.0.0/33',
    LISTEN_HOST: '0.0.0.0:8080',
    AUDIT_RETENTION_DAYS: '1',
    DELIVERY_CONCURRENCY: 'many',
    WORKER_LANE_SLOTS: '0',
    WRITE_MAX_UNFINISHED: '-1',
    SANDBOX_PUBLIC_URL: 'here',
  };
  const stack = closing.add(
    await startProcess({ command: process.execPath, args: [main], env: { DATA_DIR: dir, ...faulty } }),
    (running) => running.close(),
  );
  expect((await stack.waitForExit()).code).toBe(78);
  const told = stack.output().matchAll(/^ {2}([A-Z_]+): /gm);
  expect([...told].map(([, name]) => name).sort()).toEqual(Object.keys(faulty).sort());
  expect(await readdir(dir)).toEqual([]);
});

test('an option that is unknown is told', async () => {
  const stack = closing.add(
    await startProcess({ command: process.execPath, args: [main, '--yaml'] }),
    (running) => running.close(),
  );
  expect((await stack.waitForExit()).code).toBe(1);
  expect(stack.output()).toContain("Unknown option '--yaml'");
});

test.each(['--help', '-h'])('%s tells what it does and starts nothing', async (option) => {
  const dir = closing.add(await mkdtemp(join(tmpdir(), 'writ-help-')), (path) =>
    rm(path, { recursive: true }),
  );
  const stack = closing.add(
    await startProcess({ command: process.execPath, args: [main, option], env: { DATA_DIR: dir } }),
    (running) => running.close(),
  );
  expect((await stack.waitForExit()).code).toBe(0);
  expect(stack.output()).toMatch(/^npm run stack -- \[--json\]\n[^]*--json {2}Each line/);
  expect(await readdir(dir)).toEqual([]);
});
