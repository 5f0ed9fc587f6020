import { join, resolve } from 'node:path';
import { freePort, superviseServer, takeFolder } from '@writ/local-servers';
import type { LocalServer, Tell } from '@writ/local-servers';
import { request } from 'undici';
import { checkout } from '../programs.ts';
import type { Program } from '../programs.ts';
import { whenItEnds } from './when-it-ends.ts';

export type ReplicaOptions = {
  name: string;
  program: Program;
  port: number;
  metricsPort: number;
  environment: Record<string, string>;
  /** Has a note of the running process, for later starts. */
  dataDir: string;
  bringBack: boolean;
  tell: Tell;
  onLine: (name: string, line: string) => void;
};

export type Replica = LocalServer & { name: string; url: string; metricsUrl: string };

const readyWithinMs = 240_000;
// A service finishes its work within 30 s.
const stopWithinMs = 35_000;

/** Returns once the process reports readiness. */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { name, program, tell, bringBack } = options;
  const port = options.port || (await freePort());
  const metricsPort = options.metricsPort || (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const server = await superviseServer({
    name,
    command: process.execPath,
    args: [...program.nodeFlags, resolve(checkout, program.main)],
    port,
    environment: {
      ...options.environment,
      METRICS_PORT: String(metricsPort),
      [program.portVariable]: String(port),
    },
    folder: await takeFolder(name, join(options.dataDir, 'processes', name), 'SIGTERM', tell),
    stopSignal: 'SIGTERM',
    stopWithinMs,
    readyWithinMs,
    isReady: () => isReady(`${url}/readyz`),
    onLine: (line) => options.onLine(name, line),
    ...whenItEnds(name, { tell, bringBack }),
  });
  return { ...server, name, url, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
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
