import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCacheDir } from '../cache-folder.ts';
import { canListen, freePort } from '../free-port.ts';
import type { LocalServer, Tell } from '../local-server.ts';
import { takeFolder } from '../process/server-folder.ts';
import { superviseServer } from '../process/supervised-server.ts';
import { reservePort } from '../reserve-port.ts';
import { redisAnswers } from './redis-answers.ts';
import { redisProgram } from './redis-program.ts';

export type RedisOptions = {
  /** By default temporary: `close` removes it. */
  dir?: string;
  /** By default a free one. */
  port?: number;
  /** Writes a file every second; otherwise a restart loses everything. */
  appendOnly?: boolean;
  databases?: number;
  /** In cluster mode. */
  cluster?: boolean;
  /** The only sentinel of the primary at this port of 127.0.0.1. */
  sentinelOf?: { port: number; name: string; password: string };
  cacheDir?: string;
  tell?: Tell;
  /** If given, a Redis that ends by itself is started again; called if that fails. */
  onLost?: (error: Error) => void;
};

export type LocalRedis = LocalServer & { url: string };

const readyWithinMs = 90_000;

/** On 127.0.0.1, without eviction, as BullMQ requires. */
export async function startRedis(options: RedisOptions = {}): Promise<LocalRedis> {
  const { tell = () => undefined, onLost } = options;
  const program = await redisProgram(options.cacheDir ?? defaultCacheDir, tell);
  const folder = await takeFolder('Redis', options.dir, 'SIGTERM', tell);
  const port = options.port || (await (options.cluster ? freePortOfNode() : freePort()));
  const url = `redis://127.0.0.1:${port}`;
  const server = await superviseServer({
    name: 'Redis',
    command: program,
    args: options.sentinelOf
      ? await sentinelArguments(options.sentinelOf, folder.path, port)
      : settings(options, folder.path, port).flatMap(([name, value]) => [`--${name}`, value]),
    port,
    folder,
    stopSignal: 'SIGTERM',
    readyWithinMs,
    isReady: () => redisAnswers(port),
    ...(onLost && {
      onCrash: (how) => tell(`Redis ended by itself (${how}); it is started again.`),
      onLost,
    }),
  });
  return { ...server, url };
}

/** Cluster nodes also listen 10,000 ports higher. */
async function freePortOfNode(): Promise<number> {
  for (;;) {
    const port = (await freePort()) - 10_000;
    if ((await reservePort(port)) && (await canListen(port))) return port;
  }
}

/** A silent primary counts as gone after a second. A sentinel writes its own file. */
async function sentinelArguments(
  { port: primary, name, password }: NonNullable<RedisOptions['sentinelOf']>,
  dir: string,
  port: number,
): Promise<string[]> {
  const file = join(dir, 'sentinel.conf');
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir ${dir}`,
    `requirepass ${password}`,
    `sentinel monitor ${name} 127.0.0.1 ${primary} 1`,
    `sentinel down-after-milliseconds ${name} 1000`,
    `sentinel failover-timeout ${name} 5000`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return [file, '--sentinel'];
}

function settings(options: RedisOptions, dir: string, port: number): [string, string][] {
  return [
    ['bind', '127.0.0.1'],
    ['port', String(port)],
    ['dir', dir],
    ['databases', String(options.databases ?? 16)],
    ['maxmemory-policy', 'noeviction'],
    ['appendonly', options.appendOnly ? 'yes' : 'no'],
    ['appendfsync', 'everysec'],
    ['save', ''],
    ['cluster-enabled', options.cluster ? 'yes' : 'no'],
  ];
}
