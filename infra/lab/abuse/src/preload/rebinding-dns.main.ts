import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

// Loaded with `--import` before a service. Names below `rebind.test` lead to a public address at the first look-up,
// later to this machine; names below `both.test` lead to both.
type Addresses = { address: string; family: number }[];
const outside = { address: '93.184.216.34', family: 4 };
const inside = { address: '127.0.0.1', family: 4 };
const asked = new Set<string>();

const isOurs = (host: string): boolean => /\.(both|rebind)\.test$/.test(host);

function addressesOf(host: string): Addresses | undefined {
  if (host.endsWith('.both.test')) return [outside, inside];
  if (!isOurs(host)) return undefined;
  // Some clients prefix a name of their own.
  const name = host.split('.').slice(-3).join('.');
  const wasAsked = asked.has(name);
  asked.add(name);
  return [wasAsked ? inside : outside];
}

// Services ask name servers for customers' names before the system. These know no other names, so the speed of real
// name servers does not matter.
type Ask = (host: string) => Promise<string[]>;
const notFound = (host: string): Promise<never> =>
  Promise.reject(Object.assign(new Error(`No name server knows ${host}.`), { code: 'ENOTFOUND' }));
const resolve4: Ask = (host) => {
  const addresses = addressesOf(host);
  return addresses ? Promise.resolve(addresses.map(({ address }) => address)) : notFound(host);
};
const resolve6: Ask = (host) => (isOurs(host) ? Promise.resolve([]) : notFound(host));
Object.assign(dns.promises.Resolver.prototype, { resolve4, resolve6 });

type Done = (error: Error | null, addresses: Addresses) => void;
const [lookUp, lookUpLater] = [dns.lookup, dns.promises.lookup];

// Services always ask the system for all addresses.
dns.lookup = ((host: string, options: object, done: Done) => {
  const addresses = addressesOf(host);
  if (addresses) process.nextTick(done, null, addresses);
  else lookUp(host, options, done as never);
}) as typeof dns.lookup;
dns.promises.lookup = (async (host: string, options: object) =>
  addressesOf(host) ?? (await lookUpLater(host, options))) as typeof dns.promises.lookup;
syncBuiltinESMExports();
