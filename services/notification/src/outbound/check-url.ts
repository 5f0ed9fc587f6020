import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { firstRefusal, type AddressRules } from './address-rules.ts';
import { resolveNames, type ResolveAll } from './resolve-names.ts';

/** How long saving a URL waits for its name to be resolved. */
const lookupLimitMs = 1_000;

/** Why a text is no URL that anything could be sent to, whatever addresses are allowed; undefined where it is one. */
export function urlFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'Must be an absolute URL, such as `https://hooks.example.net/writ`.';
  const { protocol, username, password, port } = new URL(text);
  if (!['https:', 'http:'].includes(protocol)) return 'Must begin with `https://`.';
  if (username !== '' || password !== '') return 'Must not hold a user name or password.';
  return port === '0' ? 'Must not name port 0, which nothing listens on.' : undefined;
}

/**
 * Why a URL of the right form must not be saved: `http`, where that is not allowed, or an address that may not be sent to.
 * A name that cannot be resolved now is let through, since every connection is checked again. Any other text is left to
 * `urlFault`.
 */
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

/** A host as the resolver and the socket know it: URLs put IPv6 addresses into brackets. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** The addresses of a name; none where it cannot be resolved, or not in time. */
async function resolve(host: string, resolveAll: ResolveAll): Promise<string[]> {
  const late = delay(lookupLimitMs, [], { ref: false });
  const found = await Promise.race([resolveAll(host), late]).catch(() => []);
  return found.map(({ address }) => address);
}
