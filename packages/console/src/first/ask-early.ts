import type { Asked } from '../data/client.ts';
import type { PageEntry } from '../page-list.ts';

/** As `limits` of `data/client.ts`. */
const limitMs = 15_000;
/** Older answers may be stale. */
const keptMs = 10_000;

/**
 * Requests the session and the page's first data at the same time. The session decides whether the page may
 * use them.
 */
export function askEarly(
  found: { page: PageEntry; parts: Readonly<Record<string, string>> } | undefined,
  { origin, search }: Location,
): Asked {
  const asked: Asked = new Map();
  const ask = (path: string): void => {
    const address = `${origin}/v1/${path}`;
    const answer = fetch(address, {
      headers: { Accept: 'application/json', 'X-Writ-Console': '1' },
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    asked.set(address, answer);
    setTimeout(() => asked.delete(address), keptMs);
    // The taker of the answer reports an error.
    answer.catch(() => undefined);
  };
  ask('whoami');
  const { asks } = found?.page ?? {};
  if (found && asks !== undefined && search === '') {
    const path = `projects/:project/${asks}`;
    ask(path.replaceAll(/:(\w+)/g, (_, part: string) => found.parts[part] ?? ''));
  }
  return asked;
}
