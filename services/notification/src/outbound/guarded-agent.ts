import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { firstRefusal, type AddressRules } from './address-rules.ts';
import { withoutBrackets } from './check-url.ts';
import { resolveNames, type ResolveAll } from './resolve-names.ts';

const connectTimeoutMs = 5_000;

/** As much as is read of a body: an answer counts by its status, also where a proxy on the way adds what Node takes for too much. */
const mostHeaderBytes = 64 * 1024;

/**
 * The agent that everything addressed by a customer is sent with. The address is checked when the connection is made,
 * for literal addresses and for every address that a name resolves to, so a name that changes its mind gains nothing.
 * Connections to one origin are not limited here: two destinations of one origin must not wait for each other.
 */
export function createGuardedAgent(rules: AddressRules, resolveAll: ResolveAll = resolveNames): Agent {
  const connectorFor = (protocol: string) =>
    buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup: guardedLookup(rules, protocol, resolveAll),
    });
  const [https, http] = [connectorFor('https:'), connectorFor('http:')];
  return new Agent({
    allowH2: false,
    // The sender has a time limit of its own for the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: mostHeaderBytes,
    connect: (options, callback) => {
      const refused = refusalOf(options, rules);
      const connect = options.protocol === 'https:' ? https : http;
      if (refused === undefined) connect(options, callback);
      else callback(new Error(refused), null);
    },
  });
}

/** What a look-up would never see: the scheme, and hosts that are addresses already. */
function refusalOf({ protocol, hostname }: buildConnector.Options, rules: AddressRules): string | undefined {
  if (protocol !== 'https:' && rules.allowHttp === false) return `${protocol}// is not allowed.`;
  const host = withoutBrackets(hostname);
  return isIP(host) === 0 ? undefined : rules.refusal(host, protocol);
}

/** Looks names up for a socket, and refuses one that leads to any address that may not be sent to. */
export function guardedLookup(rules: AddressRules, protocol: string, resolveAll: ResolveAll): LookupFunction {
  return (host, options, callback) => {
    const refuse = (error: Error): void => callback(error, '', 0);
    const check = (addresses: readonly LookupAddress[]): void => {
      const texts = addresses.map(({ address }) => address);
      const refused = firstRefusal(rules, texts, protocol);
      const [first] = addresses;
      if (refused !== undefined) refuse(new Error(`${host}: ${refused}`));
      else if (first === undefined) refuse(new Error(`${host} has no address.`));
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    };
    void resolveAll(host).then(check, refuse);
  };
}
