import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { performance } from 'node:perf_hooks';

/** Resolves a name to all of its addresses; to none where it has none. */
export type ResolveAll = (host: string) => Promise<readonly LookupAddress[]>;

/** Who is asked for a name: DNS, and the system, which also reads its hosts file and adds its search domains. */
type NameSources = { dns: ResolveAll; system: ResolveAll };

const usualLimits = { limitMs: 4_000, firstTryMs: 1_500 };
/** By then whoever asked has given up connecting. */
const systemWaitLimitMs = 5_000;

/**
 * Looks names up that customers choose. One that is never answered holds up no other, neither of customers nor of the
 * process: all that ask for a name share one look-up, and the system, whose look-ups take threads that the whole process
 * shares, is asked for one such name at a time, and only for what DNS does not have. Names without a dot are the system's
 * at once: no customer has name servers for them.
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
 * Asks name servers (the system's, as they are now, unless told) without a thread. IPv4 comes first, since IPv6 may lead
 * nowhere. @throws Error where they do not tell whether there is such a name.
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

/** That there is no such name, or no name server, is no fault: the system may know it. */
function faultsOf(reason: unknown): string[] {
  const { code = String(reason) } = reason as { code?: string };
  if (['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes(code)) return [];
  return ['ETIMEOUT', 'ECANCELLED'].includes(code) ? ['no name server answered in time'] : [code];
}

const askSystem: ResolveAll = (host) => lookup(host, { all: true });

/** Asks for one name after the other. @throws Error for one whose turn comes too late. */
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

/** One for the process, so that its look-ups are shared by all that connects. */
export const resolveNames = createResolveAll({ dns: askDns(), system: askSystem });
