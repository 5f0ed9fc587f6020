import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually, startProcess } from '@writ/test-kit';
import { Redis } from 'ioredis';
import { Client, request } from 'undici';
import { checkout, serviceNames, type ServiceName } from './programs.ts';
import { startStack } from './start-stack.ts';
import type { Stack } from './start-stack.ts';

const told: string[] = [];
const printed: string[] = [];
const closing = createClosing();
let dir: string;
let stack: Stack;

beforeAll(async () => {
  dir = closing.add(await mkdtemp(join(tmpdir(), 'writ-stack-')), (path) => rm(path, { recursive: true }));
  stack = await startStack({
    dataDir: dir,
    environment: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'info' },
    replicas: { 'write-gateway': 2 },
    bringBack: true,
    seedDemo: true,
    tell: (line) => told.push(line),
    onLine: (program, line) => printed.push(`${program}: ${line}`),
  });
  closing.add(stack, (started) => started.stop());
});
afterAll(() => closing.close());

/** Repeats: a check over its limit fails. */
const isReady = (url: string) => eventually(async () => expect(await statusOf(`${url}/readyz`)).toBe(200));

/** The same for all details of its readiness. */
const tells = (url: string, status: number, told: object) =>
  eventually(async () => {
    const { statusCode, body } = await request(`${url}/readyz`);
    expect([statusCode, await body.json()]).toEqual([status, told]);
  });

async function statusOf(url: string): Promise<number> {
  const { statusCode, body } = await request(url);
  await body.dump();
  return statusCode;
}

test('the management and the write address answer when the stack is ready, and the demo is there', async () => {
  await isReady(stack.managementUrl);
  await isReady(stack.writeUrl);
  for (const url of [stack.managementUrl, stack.writeUrl]) expect(await statusOf(`${url}/metrics`)).toBe(404);
  for (const { metricsUrl } of serviceNames.flatMap((name) => stack.replicas[name]))
    expect(await statusOf(metricsUrl)).toBe(200);
  await expect(access(join(dir, 'demo.json'))).resolves.toBeUndefined();
});

/** By the words in the second column of the operators' table. */
const servicesCalled: Readonly<Record<string, readonly ServiceName[]>> = {
  gateway: ['write-gateway'],
  worker: ['write-worker'],
  all: serviceNames,
  'all but worker': serviceNames.filter((name) => name !== 'write-worker'),
  'all but installations': serviceNames.filter((name) => name !== 'installations'),
};

test('the table of metrics names for each service those that it shows, and no other', async () => {
  const page = await readFile(join(checkout, 'docs/operating.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (`writ_.*?) \| (.*?)(?:, one)? \|/gm)].map(
    ([, metrics = '', processes = '']) => ({
      metrics: [...metrics.matchAll(/`(writ_.*?)`/g)].map(([, name = '']) => name),
      services: processes.split(', ').flatMap((name) => servicesCalled[name] ?? name),
    }),
  );
  const isOf = (row: string, name: string): boolean =>
    row === name || (row.endsWith('*') && name.startsWith(row.slice(0, -1)));
  for (const service of serviceNames) {
    const told = rows.filter(({ services }) => services.includes(service)).flatMap(({ metrics }) => metrics);
    // The leader shows what one process of several measures.
    await eventually(async () => {
      const { body } = await request(stack.replicas[service][0]!.metricsUrl);
      const there = [...(await body.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
      expect({
        service,
        notTold: there.filter((name) => !told.some((row) => isOf(row, name))),
        notThere: told.filter((row) => !there.some((name) => isOf(row, name))),
      }).toEqual({ service, notTold: [], notThere: [] });
    });
  }
});

test("the operators' commands find its database by the folder", async () => {
  const command = await startProcess({
    command: process.execPath,
    args: [join(checkout, 'services/installations/src/admin/admin.main.ts'), 'list-projects'],
    env: { DATA_DIR: dir },
  });
  const { code } = await command.waitForExit();
  expect({ code, output: command.output() }).toEqual({ code: 0, output: expect.stringContaining('"demo"') });
  expect([...told, ...printed].join('\n')).not.toContain('postgresql://');
});

test('the management address tells the readiness of its services, and what each can do without', async () => {
  const needed = { ok: true, required: true };
  const [postgres, redis, kafka] = [needed, { ok: true, required: false }, { ok: true, required: false }];
  await tells(stack.managementUrl, 200, {
    ready: true,
    dependencies: {
      installations: { ...needed, dependencies: { postgres, redis } },
      operations: { ...needed, dependencies: { postgres, redis } },
      notification: { ...needed, dependencies: { postgres, redis, kafka } },
    },
  });
  await tells(stack.replicas['write-worker'][0]!.url, 200, {
    ready: true,
    dependencies: { postgres, redis: needed, kafka },
  });
  await stack.replicas.operations[0]!.stop();
  const operations = { ok: false, detail: 'no service answers (status 503)' };
  await tells(stack.managementUrl, 503, {
    ready: false,
    dependencies: expect.objectContaining({
      operations: expect.objectContaining(operations) as unknown,
    }) as unknown,
  });
  await stack.replicas.operations[0]!.restart();
  await isReady(stack.managementUrl);
});

test('each service of the management address is reached by its path', async () => {
  for (const path of ['operations', 'topics', 'installations']) {
    expect(await statusOf(`${stack.managementUrl}/v1/projects/demo/${path}`)).toBe(401);
  }
  expect(await statusOf(`${stack.managementUrl}/console/projects/demo/operations`)).toBe(200);
});

test('a gateway can be restarted while the other takes its requests', async () => {
  const [gateway] = stack.replicas['write-gateway'];
  const statuses: number[] = [];
  const progress = { isRestarting: true };
  const asking = (async () => {
    while (progress.isRestarting) statuses.push(await statusOf(`${stack.writeUrl}/livez`));
  })();
  await gateway!.restart();
  progress.isRestarting = false;
  await asking;
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('another worker costs callers none of the connections that they keep', async () => {
  const caller = new Client(stack.writeUrl, { keepAliveTimeout: 60_000 });
  const lost: unknown[] = [];
  caller.on('disconnect', (_origin, _targets, error) => lost.push(error));
  const ask = async () => (await caller.request({ path: '/livez', method: 'GET' })).body.dump();
  await ask();
  await stack.addReplica('write-worker');
  await ask();
  expect(lost).toEqual([]);
  await caller.close();
});

test('a service that is killed from outside is started again, says so and serves', async () => {
  for (const service of ['write-worker', 'operations'] as const) {
    const [replica] = stack.replicas[service];
    const pid = replica!.pid();
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(told).toContain(`${service} is back.`));
    expect(told).toContain(`${service} has ended by itself (SIGKILL); it is started again.`);
    expect(replica!.pid()).not.toBe(pid);
    await isReady(replica!.url);
  }
  expect(await statusOf(`${stack.managementUrl}/v1/projects/demo/operations`)).toBe(401);
});

test('while Redis refuses wake-ups, the services that wait for them are not ready, and the gateway is', async () => {
  const admin = new Redis(stack.servers.redisUrl);
  await admin.call('ACL', 'SETUSER', 'default', '-@scripting');
  const refused = (required: boolean) => ({
    redis: expect.objectContaining({ ok: false, required }) as unknown,
  });
  const areReady = { 'write-worker': false, notification: false, operations: true, 'write-gateway': true };
  for (const [service, ready] of Object.entries(areReady)) {
    const dependencies = expect.objectContaining(refused(!ready)) as unknown;
    await tells(stack.replicas[service as ServiceName][0]!.url, ready ? 200 : 503, { ready, dependencies });
  }
  await admin.call('ACL', 'SETUSER', 'default', '+@all');
  admin.disconnect();
});

test('a Redis that is killed from outside is started again, and the services find it', async () => {
  const redis = stack.servers.redis!;
  const pid = redis.pid();
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect(redis.pid()).not.toBe(pid));
  expect(told).toContain('Redis ended by itself (SIGKILL); it is started again.');
  await isReady(stack.writeUrl);
});

test('Redis can be killed and comes back, and the services with it', async () => {
  await stack.servers.redis!.kill();
  await stack.servers.redis!.restart();
  await isReady(stack.writeUrl);
});

test('every line of a service is handed on under its name', () => {
  expect(printed.some((line) => line.startsWith('installations: '))).toBe(true);
});
