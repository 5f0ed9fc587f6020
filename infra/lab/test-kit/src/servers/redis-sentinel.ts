import { startRedis } from '@writ/local-servers';
import { Redis } from 'ioredis';
import { eventually } from '../eventually.ts';

/** A primary, a replica and a sentinel with a password. */
export type RedisSentinel = {
  url: string;
  /** Resolves once the replica has taken over. */
  killPrimary: () => Promise<void>;
  /** Exchanges primary and replica. */
  swap: () => Promise<void>;
  close: () => Promise<void>;
};

export async function redisSentinel(): Promise<RedisSentinel> {
  const [first, second] = await Promise.all([startRedis(), startRedis()]);
  const admin = new Redis(second.url);
  await admin.replicaof('127.0.0.1', first.port);
  const name = 'writ.primary';
  const password = 'a+sentinels-password';
  const sentinel = await startRedis({ sentinelOf: { port: first.port, name, password } });
  const watcher = new Redis({ port: sentinel.port, password });
  // The sentinel must have found the replica.
  await eventually(
    async () => ((await watcher.call('SENTINEL', 'replicas', name)) as unknown[]).length === 1,
  );
  const isPromoted = () => eventually(async () => (await admin.role())[0] === 'master');
  const query = `sentinels=127.0.0.1:${sentinel.port}&sentinelPassword=${encodeURIComponent(password)}`;
  return {
    url: `redis://${name}/0?${query}`,
    killPrimary: async () => {
      await first.kill();
      await isPromoted();
    },
    swap: async () => {
      // The sentinel must have heard from the replica.
      await eventually(() => watcher.call('SENTINEL', 'FAILOVER', name));
      await isPromoted();
    },
    close: async () => {
      watcher.disconnect();
      admin.disconnect();
      await sentinel.close();
      await Promise.all([first.close(), second.close()]);
    },
  };
}
