import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { performance } from 'node:perf_hooks';

/** All addresses of a name; empty if it has none. */
export type ResolveAll = (host: string) => Promise<readonly LookupAddress[]>;

/** The system also reads its hosts file and adds search domains. */
type NameSources = { dns: ResolveAll; system: ResolveAll };

const usualLimits = { limitMs: 4_000, firstTryMs: 1_500 };
/** By then the caller has given up connecting. */
const systemWaitLimitMs = 5_000;

/**
 * A name without an answer delays no other. The system's look-ups take threads of the whole process, so it is asked
 * for one name at a time, and only for what DNS lacks or has no dot.
 */
export function createResolveAll({ dns, system }: NameSources): ResolveAll {
  const underWay = new Map<string, ReturnType<ResolveAll>>();
  const systemInTurn = inTurn(system);
  const resolve: ResolveAll = async (host) => {
    if (!host.includes('.')) return system(host);
    const found = await dns(host);
    return found.length > 0 ? found : systemInTurn(host);
  };
  return (host) => {
    const shared = underWay.get(host) ?? resolve(host).finally(() => underWay.delete(host));
    underWay.set(host, shared);
    return shared;
  };
}

/**
 * Asks name servers without a thread. IPv4 comes first, since IPv6 may not be routed.
 *
 * @throws Error if they do not say whether the name exists
 */
export function askDns({
  servers,
  limitMs = usualLimits.limitMs,
  firstTryMs = usualLimits.firstTryMs,
}: { servers?: string[]; limitMs?: number; firstTryMs?: number } = {}): ResolveAll {
  return async (host) => {
    const resolver = new Resolver({ timeout: firstTryMs, maxTimeout: limitMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), limitMs);
    const answers = await Promise.allSettled([
      withFamily(4, resolver.resolve4(host)),
      withFamily(6, resolver.resolve6(host)),
    ]);
    clearTimeout(timer);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [fault] = answers.flatMap((answer) =>
      answer.status === 'rejected' ? faultsOf(answer.reason) : [],
    );
    if (found.length === 0 && fault !== undefined)
      throw new Error(`${host} could not be looked up: ${fault}.`);
    return found;
  };
}

const withFamily = async (family: 4 | 6, addresses: Promise<string[]>): Promise<LookupAddress[]> =>
  (await addresses).map((address) => ({ address, family }));

/** The system may know the name. */
function faultsOf(reason: unknown): string[] {
  const { code = String(reason) } = reason as { code?: string };
  if (['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes(code)) return [];
  return ['ETIMEOUT', 'ECANCELLED'].includes(code) ? ['no name server answered in time'] : [code];
}

const askSystem: ResolveAll = (host) => lookup(host, { all: true });

/** @throws Error for a name whose turn comes too late */
function inTurn(ask: ResolveAll): ResolveAll {
  let before: Promise<unknown> = Promise.resolve();
  return (host) => {
    const askedAtMs = performance.now();
    const turn = before.then(() => {
      if (performance.now() - askedAtMs < systemWaitLimitMs) return ask(host);
      throw new Error(`${host} could not be looked up: other names took too long.`);
    });
    before = turn.catch(() => undefined);
    return turn;
  };
}

export const resolveNames = createResolveAll({ dns: askDns(), system: askSystem });
