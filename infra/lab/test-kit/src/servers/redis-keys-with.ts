import { Redis } from 'ioredis';

/** Keys with one of the texts in their name or value. */
export async function redisKeysWith(url: string, texts: readonly string[]): Promise<string[]> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    const dumps = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
    return keys.filter((key, at) =>
      texts.some((text) => key.includes(text) || dumps[at]?.includes(text) === true),
    );
  } finally {
    redis.disconnect();
  }
}
