import type { PageEntry } from './pages.ts';

/** What was asked before the scripts that need it were there: by address, each to be taken once, and soon. */
export type Asked = Map<string, Promise<Response>>;

/** As long as the scripts would wait themselves (`limits` of `data/client.ts`). */
const limitMs = 15_000;
/** What has been here for longer is asked again: it may be otherwise by now. */
const keptMs = 10_000;

/**
 * Asks who is signed in, and then at once what the page asks first, where they may see it. `settled` once it is known whether
 * that is asked.
 */
export function askEarly(
  found: { page: PageEntry; parts: Readonly<Record<string, string>> } | undefined,
  { origin, search }: Location,
): { asked: Asked; settled: Promise<void> } {
  const asked: Asked = new Map();
  const ask = (path: string): Promise<Response> => {
    const address = `${origin}/v1/${path}`;
    const answer = fetch(address, {
      headers: { Accept: 'application/json', 'X-Writ-Console': '1' },
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    asked.set(address, answer);
    const drop = () => asked.delete(address);
    // Whoever takes it tells what went wrong.
    answer.then(
      () => setTimeout(drop, keptMs),
      () => undefined,
    );
    return answer;
  };
  const goOn = async (who: Response): Promise<void> => {
    const { asks } = found?.page ?? {};
    if (!found || !asks || search !== '' || !who.ok) return;
    const { scopes } = (await who.clone().json()) as { scopes: readonly string[] };
    if (!asks.scopes.some((scope) => scopes.includes(scope))) return;
    const path = `projects/:project/${asks.path}`;
    void ask(path.replaceAll(/:(\w+)/g, (_, part: string) => found.parts[part] ?? ''));
  };
  return {
    asked,
    settled: ask('whoami')
      .then(goOn)
      .catch(() => undefined),
  };
}
