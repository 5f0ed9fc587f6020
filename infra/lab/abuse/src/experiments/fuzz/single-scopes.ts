import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { ask, askFine } from '../../ground/ask.ts';
import type { Management } from '../../ground/start-management.ts';
import { pathOf, routesOf, type Route } from '../management/operations.ts';

/** Existing names; others are unknown, so that an allowed request changes nothing. */
const known: Readonly<Record<string, string>> = { projectIdOrName: 'scoped', name: 'hubspot' };

/** Every route with a key of each single scope: 403 exactly if the description requires another. */
export async function singleScopes(host: Management, tell: (line: string) => void): Promise<Verdict[]> {
  const headers = { authorization: `Bearer ${host.adminToken}` };
  const project = { name: 'scoped', appName: 'Scoped', pageKeys: true };
  await askFine(`${host.url}/projects`, { headers, body: project });
  const routes = routesOf(host);
  const scopes = new Set(routes.flatMap((route) => (route.scopes === 'none-needed' ? [] : route.scopes)));
  tell(`${routes.length} routes by keys of ${scopes.size} scopes.`);
  const wrong: string[] = [];
  for (const scope of scopes) {
    const body = { label: scope, scopes: [scope] };
    const keys = `${host.url}/projects/scoped/api-keys`;
    const { key } = await askFine<{ key: string }>(keys, { headers, body });
    for (const route of routes) {
      const address = route.base + pathOf(route, known);
      const { status, text } = await ask(address, {
        method: route.method,
        headers: { 'x-api-key': key },
        body: route.body && {},
      });
      // The host may refuse a page's key with the scope, and then mentions group tokens.
      const isRefused =
        status === 403 && text.includes('/scope-missing') && !text.includes('claim `groupRef`');
      if (isRefused === isAllowed(route, scope) || status >= 500)
        wrong.push(`${route.method} ${route.path} with ${scope}: ${status} ${text.slice(0, 300)}`);
    }
  }
  const seen = `${routes.length * scopes.size} requests`;
  return [noneOf('a key may do what its scope says, and nothing else', wrong, seen)];
}

/** `full` includes every scope, and managing includes reading (Contract §3). */
function isAllowed({ scopes: needed }: Route, scope: string): boolean {
  if (needed === 'none-needed') return true;
  const reads = scope.replace(':manage', ':read');
  return needed.some((one) => scope === 'full' || one === scope || one === reads);
}
