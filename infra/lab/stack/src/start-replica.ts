import { join, resolve } from 'node:path';
import { freePort, superviseServer, takeFolder } from '@writ/local-servers';
import type { LocalServer, Tell } from '@writ/local-servers';
import { request } from 'undici';
import { checkout, nodeFlags } from './programs.ts';
import type { Program } from './programs.ts';
import type { Rotation } from './rotation.ts';

export type ReplicaOptions = {
  /** Its name in logs and errors, e.g. `write-worker-2`. */
  name: string;
  program: Program;
  /** 0: any free one. */
  port: number;
  environment: Record<string, string>;
  /** Where it is noted which process runs, so that a later start finds it. */
  dataDir: string;
  /** Which replicas the edge gives requests to. */
  rotation: Rotation;
  tell: Tell;
  onLine: (name: string, line: string) => void;
};

/** One process of a service. `stop` and `restart` take it out of the edge's rotation first; `kill` does not. */
export type Replica = LocalServer & { name: string; url: string };

const readyWithinMs = 60_000;
// A service finishes what it runs within 30 s.
const stopWithinMs = 35_000;

/** Starts a program of the workspace as a process of its own and returns when it says that it is ready. */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { name, program, rotation, tell } = options;
  const port = options.port || (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const server = await superviseServer({
    name,
    command: process.execPath,
    args: [...nodeFlags, resolve(checkout, program.main)],
    port,
    environment: { ...options.environment, [program.portVariable]: String(port) },
    folder: await takeFolder(name, join(options.dataDir, 'processes', name), 'SIGTERM', tell),
    stopSignal: 'SIGTERM',
    stopWithinMs,
    readyWithinMs,
    isReady: () => isReady(`${url}${program.readyPath}`),
    onLine: (line) => options.onLine(name, line),
    onCrash: (how) => tell(`${name} has ended by itself (${how}); the others go on.`),
  });
  rotation.add(port);
  const stop: Replica['stop'] = async (stopOptions) => {
    rotation.remove(port);
    await server.stop(stopOptions);
  };
  return {
    ...server,
    name,
    url,
    stop,
    restart: async () => {
      await stop();
      await server.restart();
      rotation.add(port);
    },
    close: stop,
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: 2_000 });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
