import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { OutgoingProxy } from '@writ/service-kit';
import { Agent, buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
import { firstRefusal, type AddressRules } from './address-rules.ts';
import { withoutBrackets } from './check-url.ts';
import { resolveNames, type ResolveAll } from './resolve-names.ts';

const connectTimeoutMs = 5_000;

/** An answer counts by its status, even with more headers than Node's default allows. */
const mostHeaderBytes = 64 * 1024;

/**
 * Checks each address when it connects, so a name that changes its address gains nothing. Connections to an origin
 * are not limited: destinations must not wait for each other.
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
    // The sender limits the whole exchange.
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

/** Names checked addresses to a proxy, which might resolve a host name to another address. TLS still uses the name. */
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

/** What a look-up never sees. */
function refusalOf({ protocol, hostname }: buildConnector.Options, rules: AddressRules): string | undefined {
  if (protocol !== 'https:' && rules.allowHttp === false) return `${protocol}// is not allowed.`;
  const host = withoutBrackets(hostname);
  return isIP(host) === 0 ? undefined : rules.refusal(host, protocol);
}

/** Refuses a name with any refused address. */
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
