import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, superviseServer, takeFolder, waitUntil } from '@writ/local-servers';
import type { LocalServer, ServerPlan, Tell } from '@writ/local-servers';
import { request } from 'undici';
import { edgeConfiguration, type EdgeRoad } from './edge-configuration.ts';
import type { EndPlan } from '../fleet/when-it-ends.ts';

export type EdgeOptions = {
  dir: string;
  path: string;
  road: EdgeRoad;
  tell: Tell;
} & EndPlan &
  Pick<ServerPlan, 'onLine'>;

export type Edge = Pick<LocalServer, 'pid' | 'close'> & {
  /** Re-reads the road; resolves once requests follow it. */
  update: () => Promise<void>;
};

const readyWithinMs = 20_000;
/** By then a replaced nginx process has ended or takes no new requests. */
const replacedWithinMs = 2_000;
/** Debian's folder of servers, which is not in ordinary users' PATH. */
export const serverPath = (path: string): string => `${path}:/usr/sbin`;

/** Nginx on this machine, with the containers' template. */
export async function startEdge(options: EdgeOptions): Promise<Edge> {
  const { road, tell, dir, path, ...told } = options;
  const folder = await takeFolder('the edge', dir, 'SIGTERM', tell);
  const file = join(folder.path, 'nginx.conf');
  const statusPort = await freePort();
  let generation = 0;
  const write = async (): Promise<void> => {
    generation += 1;
    await writeFile(file, await edgeConfiguration(road, { folder: folder.path, statusPort, generation }));
  };
  const isCurrent = async () => (await statusAt(statusPort))?.generation === generation;

  await write();
  const server = await superviseServer({
    ...told,
    name: 'edge',
    command: 'nginx',
    args: ['-e', 'stderr', '-p', folder.path, '-c', file],
    port: road.managementPort,
    environment: { PATH: path, TZ: 'UTC' },
    folder,
    stopSignal: 'SIGTERM',
    readyWithinMs,
    isReady: isCurrent,
    clear: () => endWorker(statusPort),
  });
  const reload = async (): Promise<void> => {
    const before = await statusAt(statusPort);
    await write();
    process.kill(server.pid(), 'SIGHUP');
    await waitUntil(isCurrent, readyWithinMs, 'The edge did not take its new configuration.');
    const hasEnded = () => Promise.resolve(before === undefined || !isRunning(before.worker));
    await waitUntil(hasEnded, replacedWithinMs, 'It finishes requests.').catch(() => undefined);
  };
  let last = Promise.resolve();
  // In order; a later one may succeed after a failed one.
  const update = () => (last = last.catch(() => undefined).then(reload));
  return { pid: server.pid, close: server.close, update };
}

type Status = { generation: number; worker: number };

/** The active configuration, seen through a new connection; undefined without an answer. */
async function statusAt(port: number): Promise<Status | undefined> {
  try {
    const { body } = await request(`http://127.0.0.1:${port}`, { reset: true, headersTimeout: 2_000 });
    const [generation = 0, worker = 0] = JSON.parse(await body.text()) as number[];
    return { generation, worker };
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    // 0 would mean our own process group.
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A killed nginx leaves the process that holds its ports. */
async function endWorker(port: number): Promise<void> {
  const left = await statusAt(port);
  if (left && isRunning(left.worker)) process.kill(left.worker, 'SIGKILL');
}

/** @throws a one-line error if no folder of `path` has nginx */
export async function mustHaveNginx(path: string): Promise<void> {
  try {
    await promisify(execFile)('nginx', ['-v'], { env: { PATH: path } });
  } catch (error) {
    throw new Error('No nginx is here to run the edge: install nginx (on Debian and Ubuntu nginx-light).', {
      cause: error,
    });
  }
}
