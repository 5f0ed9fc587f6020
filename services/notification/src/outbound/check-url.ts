import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { firstRefusal, type AddressRules } from './address-rules.ts';

/** How long saving a URL waits for its name to be resolved. */
const lookupLimitMs = 1_000;

/**
 * Why a URL must not be saved: scheme, userinfo, or an address that may not be sent to. A name that cannot be resolved
 * now is let through, since every connection is checked again.
 */
export async function checkUrl(text: string, rules: AddressRules): Promise<string | undefined> {
  if (!URL.canParse(text)) return 'Must be an absolute URL.';
  const url = new URL(text);
  return checkForm(url, rules) ?? (await checkHost(url, rules));
}

/** A host as the resolver and the socket know it: URLs put IPv6 addresses into brackets. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

function checkForm(url: URL, rules: AddressRules): string | undefined {
  const schemes = rules.allowHttp !== false ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) {
    return `Must begin with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`;
  }
  if (url.username !== '' || url.password !== '') return 'Must not hold a user name or password.';
  return undefined;
}

async function checkHost({ hostname, protocol }: URL, rules: AddressRules): Promise<string | undefined> {
  const host = withoutBrackets(hostname);
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const refused = firstRefusal(rules, addresses, protocol);
  return refused && `Leads to an address that deliveries are not sent to: ${refused}`;
}

/** The addresses of a name; none where it cannot be resolved, or not in time. */
async function resolve(host: string): Promise<string[]> {
  const late = delay(lookupLimitMs, [], { ref: false });
  const found = await Promise.race([lookup(host, { all: true }), late]).catch(() => []);
  return found.map(({ address }) => address);
}
