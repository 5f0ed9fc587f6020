import { startRedis } from '@writ/local-servers';
import { Redis } from 'ioredis';
import { openLink } from './link.ts';

/** Two own Redis behind an address that leads to the first until a failover. */
export type RedisPair = {
  url: string;
  secondUrl: string;
  /** Makes the first a read-only stand-by of the second. Its connections and the address stay. */
  demoteFirst: () => Promise<void>;
  leadToSecond: () => void;
  /** Connections to the first carry nothing, but do not break. */
  silenceFirst: () => void;
  close: () => Promise<void>;
};

export async function redisPair(): Promise<RedisPair> {
  const [first, second] = await Promise.all([startRedis(), startRedis()]);
  const link = await openLink(first.url);
  return {
    url: link.url,
    secondUrl: second.url,
    demoteFirst: async () => {
      const admin = new Redis(first.url);
      await admin.replicaof('127.0.0.1', second.port);
      admin.disconnect();
    },
    leadToSecond: () => link.leadTo(second.url),
    silenceFirst: link.fallSilent,
    close: async () => {
      await link.close();
      await Promise.all([first.close(), second.close()]);
    },
  };
}
