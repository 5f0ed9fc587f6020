import { createClosing, type Closing } from '@writ/service-kit';
import { openProject, type StackProject } from '@writ/stack';
import { noneOf, range, type Verdict } from '@writ/test-kit/laboratory';
import type { Experiment } from '../../experiment.ts';
import { ask } from '../../ground/ask.ts';
import type { Ground } from '../../ground/start-ground.ts';
import {
  allowedHost,
  startCanary,
  startLyingBroker,
  startRedirecting,
  type Canary,
} from './addresses/canary.ts';
import {
  forbiddenHosts,
  kindsByAddress,
  kindsOverHttp,
  kindsWithoutAddress,
  rebindingHost,
  strangeHosts,
} from './addresses/forms.ts';

export const addresses: Experiment = {
  summary: 'A4: every kind of destination, every form of address, rebinding names, redirects, a lying broker',
  unit: 'rebinding names of each sort',
  usualN: 20,
  run: async ({ ground, n, tell }) => {
    const closing = createClosing();
    try {
      return await lookFor(await startTwo(closing, ground), closing, { n, tell });
    } finally {
      await closing.close();
    }
  },
};

/**
 * Two processes of the notification service: one strict, one that saves every address, as after a changed setting.
 */
type Two = {
  strictUrl: string;
  lenientUrl: string;
  project: StackProject;
  brokerPort: number;
  types: string[];
};

const everything = [
  '0.0.0.0/0',
  '::/0',
  '169.254.169.254',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
];
const alsoByName = ['fe80::1', 'fd00:ec2::254', 'fd20:ce::254'];

async function startTwo(closing: Closing, { subject }: Ground): Promise<Two> {
  const { stack, servers, management } = subject;
  const preload = new URL('../../preload/rebinding-dns.main.ts', import.meta.url).href;
  const start = async (allowed: string) => {
    const environment = { NODE_OPTIONS: `--import ${preload}`, DESTINATION_ALLOW_CIDRS: allowed };
    // Stopped at the end: it reads other subjects' events from this Kafka.
    return closing.add(await stack.addReplica('notification', { environment }), (replica) => replica.stop());
  };
  const [strict, lenient] = [await start(allowedHost), await start([...everything, ...alsoByName].join(','))];
  const project = await openProject(management, 'addresses');
  const two = {
    strictUrl: strict.url,
    lenientUrl: lenient.url,
    project,
    brokerPort: servers.kafka.port,
  };
  return { ...two, types: await typesOf(two) };
}

type Answer = { status: number; body: Record<string, unknown> };

async function call(two: Pick<Two, 'project'>, url: string, path: string, body: unknown): Promise<Answer> {
  const headers = { 'x-api-key': two.project.apiKey };
  return (await ask(`${url}/v1/projects/${two.project.name}${path}`, { headers, body })) as Answer;
}

/** This version's kinds, as a refusal lists them. */
async function typesOf(two: Omit<Two, 'types'>): Promise<string[]> {
  const { body } = await call(two, two.strictUrl, '/destinations', { name: 'x', type: 'none', metadata: {} });
  const { issues = [] } = body as { issues?: { name: string; detail?: string }[] };
  const detail = issues.find(({ name }) => name === '/type')?.detail ?? '';
  return [...detail.matchAll(/`([a-z0-9]+)`|"([a-z0-9]+)"/g)].map(([, one, other]) => one ?? other ?? '');
}

type Look = { n: number; tell: (line: string) => void };

async function lookFor(two: Two, closing: Closing, { n, tell }: Look): Promise<Verdict[]> {
  const canary = await startCanary(closing);
  const known = [...Object.keys(kindsByAddress), ...kindsWithoutAddress];
  tell(`${forbiddenHosts.length} forms of addresses, ${two.types.join(', ')}.`);
  const saved = await refusedWhenSaved(two, canary, forbiddenHosts);
  const both = range(0, n).map((number) => rebindingHost('both', number));
  const connected = await refusedWhenConnected(two, canary, [...forbiddenHosts, ...strangeHosts, ...both]);
  const rebinding = await rebindingIsSeen(two, canary, n);
  tell('Redirects, and a broker that advertises another one.');
  const redirects = await redirectsNotFollowed(two, canary, closing);
  const broker = await lyingBroker(two, canary, closing);
  return [
    {
      what: 'the table has a row for each kind of destination',
      holds: two.types.length > 0 && two.types.every((type) => known.includes(type)),
      detail: two.types.join(', '),
    },
    saved,
    connected,
    rebinding,
    redirects,
    broker,
    noneOf(
      'no connection to the canary',
      Array.from({ length: canary.connections() }, () => 'a connection'),
      `port ${canary.port} of every address of this machine`,
    ),
    await canaryHears(canary),
  ];
}

const withAddress = ({ types }: Two): string[] => types.filter((type) => type in kindsByAddress);

const bodyOf = (type: string, host: string, port: number) => ({
  name: `${type} ${host.replace(/[/:]/g, '-')}`,
  type,
  metadata: kindsByAddress[type]?.(host, port) ?? {},
});

async function refusedWhenSaved(two: Two, { port }: Canary, hosts: readonly string[]): Promise<Verdict> {
  const taken: string[] = [];
  let refused = 0;
  for (const type of withAddress(two))
    for (const host of hosts) {
      const { status, body } = await call(two, two.strictUrl, '/destinations', bodyOf(type, host, port));
      const { issues = [] } = body as { issues?: { name: string }[] };
      const named = issues.some(({ name }) => name.startsWith('/metadata'));
      if (status === 400 && named) refused += 1;
      else taken.push(`${type} ${host}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    }
  return noneOf('each is refused when it is saved', taken, `${refused} × 400`);
}

/** The lenient process saves destinations, the strict one connects. */
async function refusedWhenConnected(two: Two, { port }: Canary, hosts: readonly string[]): Promise<Verdict> {
  const wrong: string[] = [];
  let [refused, unsaved] = [0, 0];
  for (const type of withAddress(two))
    for (const host of hosts) {
      const { status, body } = await call(two, two.lenientUrl, '/destinations', bodyOf(type, host, port));
      if (status !== 201) {
        unsaved += 1;
        continue;
      }
      const attempt = await test(two, String(body['id']));
      // An unknown name leads nowhere, which is as good.
      if (/not a public address|ENOTFOUND|EAI_AGAIN|has no address|could not be looked up/.test(attempt))
        refused += 1;
      else wrong.push(`${type} ${host}: ${attempt}`);
    }
  return noneOf(
    'each that was saved before is refused on connect',
    wrong,
    `${refused} refused, ${unsaved} could not even be saved by the lenient process`,
    refused - hosts.length,
  );
}

/** Names that are public on save and lead to this machine on connect. */
async function rebindingIsSeen(two: Two, { port }: Canary, n: number): Promise<Verdict> {
  const wrong: string[] = [];
  const types = withAddress(two);
  for (const [place, type] of types.entries())
    for (let at = 0; at < n; at += 1) {
      // Each name is public once.
      const host = rebindingHost('rebind', place * n + at);
      const { status, body } = await call(two, two.strictUrl, '/destinations', bodyOf(type, host, port));
      const why = status === 201 ? await test(two, String(body['id'])) : `${status} ${JSON.stringify(body)}`;
      if (!why.includes('127.0.0.1 is not a public address')) wrong.push(`${type} ${host}: ${why}`);
    }
  return noneOf(
    'names that lead elsewhere once they are saved are refused when they are connected to',
    wrong,
    `${types.length * n} names`,
  );
}

async function test(two: Two, id: string): Promise<string> {
  const { body } = await call(two, two.strictUrl, `/destinations/${id}:test`, {
    eventType: 'connection.created',
  });
  const { status, error, httpStatus } = body as { status?: string; error?: string; httpStatus?: number };
  return status === 'failed' ? (error ?? `failed with ${httpStatus}`) : JSON.stringify(body);
}

async function redirectsNotFollowed(two: Two, { port }: Canary, closing: Closing): Promise<Verdict> {
  const targets = [`http://127.0.0.1:${port}/`, 'http://169.254.169.254/latest/meta-data'];
  const wrong: string[] = [];
  let seen = 0;
  for (const type of withAddress(two).filter((known) => kindsOverHttp.includes(known)))
    for (const status of [301, 302, 303, 307, 308])
      for (const [place, location] of targets.entries()) {
        const from = await startRedirecting(closing, { status, location });
        const body = { ...bodyOf(type, allowedHost, from), name: `${type} ${status} ${place}` };
        const { body: made } = await call(two, two.strictUrl, '/destinations', body);
        const why = await test(two, String(made['id']));
        if (!why.startsWith('{')) seen += 1;
        else wrong.push(`${type} ${status} to ${location}: ${why}`);
      }
  return noneOf('redirects are failures, and are not followed', wrong, `${seen} redirects`, seen);
}

/** A broker at an allowed address that advertises a forbidden one. */
async function lyingBroker(two: Two, { port }: Canary, closing: Closing): Promise<Verdict> {
  const at = await startLyingBroker(closing, { brokerPort: two.brokerPort, toldPort: port });
  const body = { name: 'lying broker', type: 'kafka', metadata: kindsByAddress['kafka']?.(allowedHost, at) };
  const { body: made } = await call(two, two.strictUrl, '/destinations', body);
  const why = await test(two, String(made['id']));
  return {
    what: 'a broker that advertises 127.0.0.1 leads nowhere',
    holds: why.includes('127.0.0.1 is not a public address'),
    detail: why,
  };
}

/** Fails a deaf canary. */
async function canaryHears({ port, connections }: Canary): Promise<Verdict> {
  const before = connections();
  await ask(`http://127.0.0.1:${port}/`).catch(() => undefined);
  const after = connections();
  return { what: 'the canary hears a connection', holds: after > before, detail: `${after - before} heard` };
}
