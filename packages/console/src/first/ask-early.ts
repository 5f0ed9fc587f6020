import type { Asked } from '../data/asked.ts';
import type { PageEntry } from '../page-list.ts';

/** As long as the scripts would wait themselves (`limits` of `data/client.ts`). */
const limitMs = 15_000;
/** What was asked longer ago is asked again: it may be otherwise by now. */
const keptMs = 10_000;

/**
 * Asks who is signed in and, at the same time, what the page of the address asks first: the session says of both whether they
 * may, and the page takes what it needs.
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
    // Whoever takes it tells what went wrong.
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
