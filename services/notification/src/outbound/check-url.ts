import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { firstRefusal, type AddressRules } from './address-rules.ts';
import { resolveNames, type ResolveAll } from './resolve-names.ts';

/** How long saving a URL waits for name resolution. */
const lookupLimitMs = 1_000;

/** Why nothing could ever be sent to this text. */
export function urlFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'Must be an absolute URL, such as `https://hooks.example.net/writ`.';
  const { protocol, username, password, port } = new URL(text);
  if (!['https:', 'http:'].includes(protocol)) return 'Must begin with `https://`.';
  if (username !== '' || password !== '') return 'Must not hold a user name or password.';
  return port === '0' ? 'Must not name port 0, which nothing listens on.' : undefined;
}

/** An unresolved name passes: every connection is checked again. */
export async function checkUrl(
  text: string,
  rules: AddressRules,
  resolveAll: ResolveAll = resolveNames,
): Promise<string | undefined> {
  if (urlFault(text) !== undefined) return undefined;
  const url = new URL(text);
  if (url.protocol === 'http:' && rules.allowHttp === false) return 'Must begin with `https://`.';
  const host = withoutBrackets(url.hostname);
  const addresses = isIP(host) === 0 ? await resolve(host, resolveAll) : [host];
  const refused = firstRefusal(rules, addresses, url.protocol);
  return refused && `Leads to an address that deliveries are not sent to: ${refused}`;
}

/** URLs put IPv6 addresses into brackets; resolver and socket do not. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** None if the name cannot be resolved in time. */
async function resolve(host: string, resolveAll: ResolveAll): Promise<string[]> {
  const late = delay(lookupLimitMs, [], { ref: false });
  const found = await Promise.race([resolveAll(host), late]).catch(() => []);
  return found.map(({ address }) => address);
}
