import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@writ/test-kit';
import { startReplica } from './start-replica.ts';

// Plays a service: ready just after it listens, with an orderly end.
const service = `
  import { createServer } from 'node:http';
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    response.writeHead(asked > 2 ? 200 : 503).end();
  });
  server.listen(Number(process.env.SOME_PORT), '127.0.0.1', () => console.log('listening for ' + process.env.WHO));
  process.on('SIGTERM', () => { console.log('stopping'); process.exit(0); });`;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'writ-replica-'));
  await writeFile(join(dir, 'service.mjs'), service);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function start(name: string, { main = 'service.mjs', bringBack = false } = {}) {
  const lines: string[] = [];
  const told: string[] = [];
  const replica = await startReplica({
    name,
    program: { main: join(dir, main), nodeFlags: [], portVariable: 'SOME_PORT' },
    port: 0,
    metricsPort: 0,
    environment: { WHO: 'us' },
    dataDir: dir,
    bringBack,
    tell: (line) => told.push(line),
    onLine: (program, line) => lines.push(`${program}: ${line}`),
  });
  return { replica, lines, told };
}

test('a replica is started once it is ready, and stopped in an orderly way', async () => {
  const { replica, lines, told } = await start('orderly');
  expect((await fetch(`${replica.url}/readyz`)).status).toBe(200);
  await replica.stop();
  expect([lines, told]).toEqual([['orderly: listening for us', 'orderly: stopping'], []]);
});

test('a replica that ends by itself is told and can be brought back under its address', async () => {
  const { replica, told } = await start('crashing');
  process.kill(replica.pid(), 'SIGKILL');
  await eventually(() => expect(told).toEqual(['crashing has ended by itself (SIGKILL); the others go on.']));
  await replica.restart();
  expect((await fetch(replica.url)).status).toBe(200);
  await replica.close();
});

test('a replica that is to be brought back is started again each time, and says so', async () => {
  const { replica, told } = await start('rising', { bringBack: true });
  const pids = new Set<number>();
  for (const times of [1, 2]) {
    pids.add(replica.pid());
    process.kill(replica.pid(), 'SIGKILL');
    await eventually(() => expect(told).toHaveLength(2 * times));
    expect((await fetch(replica.url)).status).toBe(200);
  }
  expect(pids.add(replica.pid()).size).toBe(3);
  const once = ['rising has ended by itself (SIGKILL); it is started again.', 'rising is back.'];
  expect(told).toEqual([...once, ...once]);
  await replica.close();
});

test('a program that does not start is an error with what it said', async () => {
  await expect(start('missing', { main: 'nowhere.mjs' })).rejects.toThrow(
    /missing ended while it started .*nowhere\.mjs/s,
  );
});
