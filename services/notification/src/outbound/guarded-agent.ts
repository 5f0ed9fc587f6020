import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { OutgoingProxy } from '@writ/service-kit';
import { Agent, buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
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
export function createGuardedAgent(
  rules: AddressRules,
  { resolveAll = resolveNames, proxy }: { resolveAll?: ResolveAll; proxy?: OutgoingProxy | undefined } = {},
): Dispatcher {
  const connectorFor = (protocol: string) =>
    buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup: guardedLookup(rules, protocol, resolveAll),
    });
  const [https, http] = [connectorFor('https:'), connectorFor('http:')];
  const options: Agent.Options = {
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
  };
  if (proxy === undefined) return new Agent(options);
  const guard = guardedLookup(rules, 'https:', resolveAll);
  return new EnvHttpProxyAgent({
    ...options,
    ...proxy,
    httpProxy: '',
    connectTimeout: connectTimeoutMs,
    clientFactory: (origin, given) =>
      new GuardedTunnels(origin, { ...given, headersTimeout: connectTimeoutMs }, rules, guard),
  });
}

/**
 * Asks a proxy for connections to addresses that were checked, never to names: the proxy might find another address behind a
 * name than the one that was checked. TLS is still made with the name.
 */
class GuardedTunnels extends Pool {
  readonly #rules: AddressRules;
  readonly #lookup: LookupFunction;

  constructor(origin: URL, options: object, rules: AddressRules, lookup: LookupFunction) {
    super(origin, options);
    this.#rules = rules;
    this.#lookup = lookup;
  }

  override async connect(asked: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const { hostname, port } = new URL(`https://${asked.path}`);
    const host = withoutBrackets(hostname);
    const refused = isIP(host) === 0 ? undefined : this.#rules.refusal(host, 'https:');
    if (refused !== undefined) throw new Error(refused);
    const address = isIP(host) === 0 ? await this.#addressOf(host) : host;
    const path = `${isIP(address) === 6 ? `[${address}]` : address}:${port === '' ? '443' : port}`;
    return super.connect({ ...asked, path, headers: Object.assign({}, asked.headers, { host: path }) });
  }

  #addressOf(host: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#lookup(host, {}, (error, address) => {
        if (error) reject(error);
        else resolve(address as string);
      });
    });
  }
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
