import type { Verdict } from '../../experiment.ts';
import type { Management } from '../../ground/start-management.ts';
import { nothingFound } from '../findings.ts';
import { pathOf } from '../management/operations.ts';
import { routesOf, send, sendFine, type Route } from './api.ts';

/** What every key may name; other names lead nowhere, so that what is allowed changes nothing. */
const known: Readonly<Record<string, string>> = { projectIdOrName: 'scoped', name: 'hubspot' };

/** Every route by a key of each single scope: it is 403 exactly where the description asks for another one. */
export async function singleScopes(host: Management, tell: (line: string) => void): Promise<Verdict[]> {
  const admin = { adminToken: host.adminToken };
  const project = { name: 'scoped', appName: 'Scoped', pageKeys: true };
  await sendFine('POST', `${host.url}/projects`, admin, project);
  const routes = routesOf(host);
  const scopes = new Set(routes.flatMap((route) => (route.scopes === 'none-needed' ? [] : route.scopes)));
  tell(`${routes.length} routes by keys of ${scopes.size} scopes.`);
  const wrong: string[] = [];
  for (const scope of scopes) {
    const made = await sendFine('POST', `${host.url}/projects/scoped/api-keys`, admin, {
      label: scope,
      scopes: [scope],
    });
    const { key } = made as { key: string };
    for (const route of routes) {
      const address = route.base + pathOf(route, known);
      const { status, text } = await send(route.method, address, { key }, route.body && {});
      // The host may refuse a page's key that has the scope, and then names group tokens.
      const isRefused =
        status === 403 && text.includes('/scope-missing') && !text.includes('claim `groupRef`');
      if (isRefused === isAllowed(route, scope) || status >= 500)
        wrong.push(`${route.method} ${route.path} with ${scope}: ${status} ${text.slice(0, 300)}`);
    }
  }
  const seen = `${routes.length * scopes.size} requests`;
  return [nothingFound('a key may do what its scope says, and nothing else', wrong, seen)];
}

/** `full` is every scope, and what manages also reads (Contract §3). */
function isAllowed({ scopes: needed }: Route, scope: string): boolean {
  if (needed === 'none-needed') return true;
  const reads = scope.replace(':manage', ':read');
  return needed.some((one) => scope === 'full' || one === scope || one === reads);
}
