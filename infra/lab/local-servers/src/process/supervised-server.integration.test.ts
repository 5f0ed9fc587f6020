import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../free-port.ts';
import { processIdentity } from './process-identity.ts';
import { startRedis } from '../redis/start-redis.ts';
import { takeFolder } from './server-folder.ts';
import type { ServerPlan } from './server-process.ts';
import { superviseServer } from './supervised-server.ts';
import { waitUntil } from '../wait-until.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'writ-supervised-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Starts a Redis in `folder`, prints its pid, then runs `next`. */
async function otherProcess(folder: string, next: string) {
  const script = `
    const { startRedis } = await import(${JSON.stringify(join(import.meta.dirname, '../index.ts'))});
    const redis = await startRedis({ dir: ${JSON.stringify(folder)} });
    console.log(redis.pid());
    ${next}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, redisPid: Number(line.toString()) };
}

const ended = (pid: number) =>
  waitUntil(async () => (await processIdentity(pid)) === undefined, 60_000, `Process ${pid} is still there.`);

test('a server ends with a parent that exits without stopping it', async () => {
  const { redisPid } = await otherProcess(join(dir, 'exit'), 'process.exit(0);');
  await ended(redisPid);
});

test('a server ends with a parent that a signal ends', async () => {
  const { child, redisPid } = await otherProcess(join(dir, 'signal'), 'setInterval(() => undefined, 1000);');
  child.kill('SIGTERM');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGTERM' });
  await ended(redisPid);
});

test('a server ends with a parent that is killed', async () => {
  const { child, redisPid } = await otherProcess(join(dir, 'killed'), 'setInterval(() => undefined, 1000);');
  child.kill('SIGKILL');
  await ended(redisPid);
});

test('a server whose end nobody saw to is stopped by the next start in its folder', async () => {
  const folder = join(dir, 'left');
  const left = spawn(process.execPath, ['--eval', 'setTimeout(() => undefined, 60_000)'], {
    stdio: 'ignore',
    detached: true,
  });
  await once(left, 'spawn');
  const identity = await processIdentity(left.pid!);
  const note = { server: { pid: left.pid, identity }, owner: { pid: 2 ** 22 + 1, identity: 'pid gone' } };
  await mkdir(folder);
  await writeFile(join(folder, 'running.json'), JSON.stringify(note));

  const lines: string[] = [];
  await takeFolder('Thing', folder, 'SIGKILL', (line) => lines.push(line));
  expect(await processIdentity(left.pid!)).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining(`left behind (process ${left.pid!})`)]);
});

test('notes that are written at once are written in turn, and the last one stays', async () => {
  const { path, note } = await takeFolder('Thing', join(dir, 'noted'), 'SIGKILL', () => undefined);
  await Promise.all([1, 2, 3].map((pid) => note(pid)));
  const kept = JSON.parse(await readFile(join(path, 'running.json'), 'utf8')) as object;
  expect(kept).toMatchObject({ server: { pid: 3 } });
});

test('a folder in which another living process runs a server is refused with a remedy', async () => {
  const folder = join(dir, 'taken');
  const { child } = await otherProcess(folder, 'setInterval(() => undefined, 1000);');
  try {
    await expect(startRedis({ dir: folder })).rejects.toThrow(
      `belongs to process ${child.pid ?? 0}: stop that process, or choose another data folder.`,
    );
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

/** Prints `up` and keeps running; `lines` has its output. */
async function startCrasher(told: Pick<ServerPlan, 'onCrash' | 'onBack' | 'onLost'>) {
  const lines: string[] = [];
  let asked = 0;
  const server = await superviseServer({
    name: 'crasher',
    command: process.execPath,
    args: ['--eval', `console.log('up'); setInterval(() => undefined, 1000)`],
    port: await freePort(),
    folder: await takeFolder('crasher', undefined, 'SIGTERM', () => undefined),
    stopSignal: 'SIGTERM',
    readyWithinMs: 60_000,
    clear: () => Promise.resolve(void (asked = lines.length)),
    isReady: () => Promise.resolve(lines.length > asked),
    onLine: (line) => lines.push(line),
    ...told,
  });
  return { server, lines };
}

test('a server that ends by itself is told, and can be brought back', async () => {
  const crashes: string[] = [];
  const { server, lines } = await startCrasher({ onCrash: (how) => crashes.push(how) });
  try {
    process.kill(server.pid(), 'SIGABRT');
    await waitUntil(() => Promise.resolve(crashes.length === 1), 60_000, 'The crash was not told.');
    expect(() => server.pid()).toThrow('crasher is not running.');
    await server.restart();
    await server.kill();
    expect([lines, crashes]).toEqual([['up', 'up'], ['SIGABRT']]);
  } finally {
    await server.close();
  }
});

test('a server that is restarted by hand while it comes back by itself is not started twice', async () => {
  const losses: string[] = [];
  const backs: number[] = [];
  const { server } = await startCrasher({
    onLost: (error) => losses.push(error.message),
    // Restarted as soon as its end is known.
    onCrash: () => restarts.push(server.restart()),
    onBack: () => backs.push(server.pid()),
  });
  const restarts: Promise<void>[] = [];
  try {
    process.kill(server.pid(), 'SIGKILL');
    await waitUntil(() => Promise.resolve(restarts.length === 1), 60_000, 'The crash was not told.');
    await Promise.all(restarts);
    process.kill(server.pid(), 0);
    expect([losses, backs]).toEqual([[], []]);
  } finally {
    await server.close();
  }
});

test('a server that ends again and again is given up after some starts', async () => {
  const losses: string[] = [];
  const { server, lines } = await startCrasher({ onLost: (error) => losses.push(error.message) });
  let killed = 0;
  const killUntilLost = (): Promise<boolean> => {
    if (lines.length > killed) process.kill(server.pid(), 'SIGKILL');
    killed = lines.length;
    return Promise.resolve(losses.length > 0);
  };
  try {
    await waitUntil(killUntilLost, 60_000, 'It was never given up.');
    expect(losses).toEqual([
      expect.stringMatching(/^crasher ended by itself \(SIGKILL\) and does not come back: /),
    ]);
    expect(() => server.pid()).toThrow('crasher is not running.');
  } finally {
    await server.close();
  }
});

test('a port that is in use is told', async () => {
  const first = await startRedis();
  try {
    await expect(startRedis({ port: first.port, dir: join(dir, 'port') })).rejects.toThrow(
      /^Port \d+ for Redis is in use: /,
    );
  } finally {
    await first.close();
  }
});
