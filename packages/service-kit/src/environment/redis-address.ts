import type { Parsed } from './environment.ts';

export type RedisNode = { host: string; port: number };

type Login = { tls: boolean; username: string; password: string };

/** One address, a cluster with these nodes among others, or sentinels that know it. */
export type RedisAddress =
  | { kind: 'single'; url: string; password: string }
  | ({ kind: 'cluster'; nodes: readonly RedisNode[] } & Login)
  | ({
      kind: 'sentinel';
      /** Sentinels' name of the primary. */
      name: string;
      sentinels: readonly RedisNode[];
      sentinelPassword: string;
      database: number;
    } & Login);

const usualPort = 6_379;
const usualSentinelPort = 26_379;

/**
 * Reads `redis://user:password@host:port/database`, or with `rediss` for TLS. `?cluster=on` makes the hosts
 * nodes of a cluster; `?sentinels=host:port,…` makes the host the name of a primary. Errors never show the
 * address: it may hold passwords.
 */
export function readRedisAddress(text: string): Parsed<RedisAddress> {
  const urls = urlsOf(text);
  const [url] = urls;
  if (url === undefined) return { fault: 'is not a URL that starts with redis:// or rediss://' };
  const [username, password] = [decodedOrNone(url.username), decodedOrNone(url.password)];
  if (username === undefined || password === undefined)
    return { fault: 'has a user or a password with a % that begins no escape: write it as %25' };
  const login = { tls: url.protocol === 'rediss:', username, password };
  const { searchParams: asked } = url;
  const cluster = asked.get('cluster');
  if (cluster !== null && cluster !== 'on') return { fault: 'has a `cluster` other than `on`' };
  if (asked.has('sentinels'))
    return cluster === 'on'
      ? { fault: 'has both `cluster` and `sentinels`: leave one out' }
      : sentinelAddress(urls, login);
  if (cluster === 'on') return clusterAddress(urls, login);
  return urls.length > 1
    ? { fault: 'names several hosts, which only a cluster has: add `?cluster=on`' }
    : { value: { kind: 'single', url: url.href, password } };
}

export function redisPasswords(text: string): readonly string[] {
  const read = readRedisAddress(text);
  if ('fault' in read) return [];
  const { value } = read;
  return value.kind === 'sentinel' ? [value.password, value.sentinelPassword] : [value.password];
}

/** One URL per host; none if one of them is wrong. */
function urlsOf(text: string): URL[] {
  const [, start = '', hosts = '', rest = ''] =
    /^(rediss?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(text.trim()) ?? [];
  const urls = hosts.split(',').map((host) => URL.parse(`${start}${host}${rest}`));
  return urls.every((url) => url !== null && url.hostname !== '') ? (urls as URL[]) : [];
}

function clusterAddress([url, ...more]: readonly URL[], login: Login): Parsed<RedisAddress> {
  if (databaseOf(url) !== 0) return { fault: 'names a database, but a cluster has only database 0' };
  const nodes = [url, ...more].flatMap((each) => (each ? [nodeOf(each, usualPort)] : []));
  return { value: { kind: 'cluster', nodes, ...login } };
}

function sentinelAddress([url, ...more]: readonly URL[], login: Login): Parsed<RedisAddress> {
  const { hostname: name = '', port, searchParams } = url ?? {};
  if (more.length > 0 || port !== '')
    return {
      fault: 'has `sentinels`, so its host is the name of the primary, without a port',
    };
  const words = (searchParams?.get('sentinels') ?? '').split(',').map((word) => word.trim());
  const sentinels = words.map((word) => URL.parse(`redis://${word}`));
  if (!sentinels.every(isHost)) return { fault: 'has a word in `sentinels` that is no host:port' };
  const database = databaseOf(url);
  if (database === undefined) return { fault: 'has a database that is no number' };
  const sentinelPassword = searchParams?.get('sentinelPassword') ?? '';
  const nodes = sentinels.map((each) => nodeOf(each, usualSentinelPort));
  return { value: { kind: 'sentinel', name, sentinels: nodes, sentinelPassword, database, ...login } };
}

const isHost = (url: URL | null): url is URL =>
  url !== null && url.hostname !== '' && url.href === `redis://${url.host}`;

/** Brackets of an IPv6 address belong to the URL. */
const nodeOf = ({ hostname, port }: URL, otherwise: number): RedisNode => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port === '' ? otherwise : Number(port),
});

function databaseOf(url: URL | undefined): number | undefined {
  const [, digits] = /^\/?(\d*)$/.exec(url?.pathname ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function decodedOrNone(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
