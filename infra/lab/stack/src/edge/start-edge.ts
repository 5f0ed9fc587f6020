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
  /** From now on requests go where the road leads by now; resolves once they do. */
  update: () => Promise<void>;
};

const readyWithinMs = 20_000;
/** Until then a process of nginx that was replaced has ended, or finishes requests and takes none. */
const replacedWithinMs = 2_000;
/** Where nginx is looked for: Debian keeps servers in a folder that the PATH of its ordinary users leaves out. */
export const serverPath = (path: string): string => `${path}:/usr/sbin`;

/** Starts the edge of the containers on this machine: nginx with the same template. */
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
  // One after the other; a later one may come through where an earlier one failed.
  const update = () => (last = last.catch(() => undefined).then(reload));
  return { pid: server.pid, close: server.close, update };
}

type Status = { generation: number; worker: number };

/** Which configuration is in use; none while the edge does not answer. A connection of its own is under the newest one. */
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
    // 0 is what no process has, and would mean our own group.
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** When nginx is killed, the process that holds its ports stays. */
async function endWorker(port: number): Promise<void> {
  const left = await statusAt(port);
  if (left && isRunning(left.worker)) process.kill(left.worker, 'SIGKILL');
}

/** @throws in one sentence when nginx is in no folder of `path`. */
export async function mustHaveNginx(path: string): Promise<void> {
  try {
    await promisify(execFile)('nginx', ['-v'], { env: { PATH: path } });
  } catch (error) {
    throw new Error('No nginx is here to run the edge: install nginx (on Debian and Ubuntu nginx-light).', {
      cause: error,
    });
  }
}
