import { startRedis } from '@writ/local-servers';
import { Redis } from 'ioredis';
import { openLink } from './link.ts';

/** Two Redis of their own, behind an address that leads to the first until a failover. */
export type RedisPair = {
  url: string;
  /** The second one itself, whatever the address leads to. */
  secondUrl: string;
  /** The first becomes a stand-by of the second, and only reads. Its connections stand, and the address still leads to it. */
  demoteFirst: () => Promise<void>;
  /** The address leads to the second from now on. */
  leadToSecond: () => void;
  /** The first is gone without a word: its connections stand, and carry nothing. */
  silenceFirst: () => void;
  close: () => Promise<void>;
};

/** Starts both. */
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
