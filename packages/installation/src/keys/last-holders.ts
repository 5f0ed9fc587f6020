import { boundedCache } from '../bounded-cache.ts';
import { hashApiKey } from './api-key-text.ts';
import type { ApiKeyHolder } from './find-api-key.ts';

/** Some hundred bytes each. */
const holdersRemembered = 10_000;

/**
 * Remembers who held a key when it was found last: a guess that saves waiting, never an answer (`findApiKey` is asked
 * for each request). A key that is not found any more is forgotten.
 */
export function lastHolders(find: (key: string) => Promise<ApiKeyHolder | undefined>): {
  findApiKey: (key: string) => Promise<ApiKeyHolder | undefined>;
  lastHolder: (key: string) => ApiKeyHolder | undefined;
} {
  const holders = boundedCache<ApiKeyHolder>(holdersRemembered);
  const hashOf = rememberingLast(hashApiKey);
  return {
    findApiKey: async (key) => {
      const holder = await find(key);
      if (holder) holders.set(hashOf(key), holder);
      else holders.delete(hashOf(key));
      return holder;
    },
    lastHolder: (key) => holders.get(hashOf(key)),
  };
}

/** The same key mostly comes again and again: it alone is kept as it is, and not hashed for each request. */
function rememberingLast(hashKey: (key: string) => string): (key: string) => string {
  let last = { key: '', hash: '' };
  return (key) => {
    if (key !== last.key) last = { key, hash: hashKey(key) };
    return last.hash;
  };
}
