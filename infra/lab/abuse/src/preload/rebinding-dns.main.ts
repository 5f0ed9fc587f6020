import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

// Loaded with `--import` before a service: names below `rebind.test` lead to a public address when they are asked for first,
// and to this machine whenever they are asked for again; names below `both.test` lead to both at once.
type Addresses = { address: string; family: number }[];
const outside = { address: '93.184.216.34', family: 4 };
const inside = { address: '127.0.0.1', family: 4 };
const asked = new Set<string>();

function addressesOf(host: string): Addresses | undefined {
  if (host.endsWith('.both.test')) return [outside, inside];
  if (!host.endsWith('.rebind.test')) return undefined;
  // Some clients put a name of their own before it.
  const name = host.split('.').slice(-3).join('.');
  const wasAsked = asked.has(name);
  asked.add(name);
  return [wasAsked ? inside : outside];
}

type Done = (error: Error | null, addresses: Addresses) => void;
const [lookUp, lookUpLater] = [dns.lookup, dns.promises.lookup];

// The services ask for all addresses, always.
dns.lookup = ((host: string, options: object, done: Done) => {
  const addresses = addressesOf(host);
  if (addresses) process.nextTick(done, null, addresses);
  else lookUp(host, options, done as never);
}) as typeof dns.lookup;
dns.promises.lookup = (async (host: string, options: object) =>
  addressesOf(host) ?? (await lookUpLater(host, options))) as typeof dns.promises.lookup;
syncBuiltinESMExports();
