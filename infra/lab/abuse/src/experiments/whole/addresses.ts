import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClosing, type Closing } from '@writ/service-kit';
import { createManagement, openProject, startStack, type StackProject } from '@writ/stack';
import { request } from 'undici';
import type { Experiment, Verdict } from '../../experiment.ts';
import { nothingFound } from '../findings.ts';
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

/** Every kind of destination is led to every address that nothing may be sent to (Quality §2, A4). */
export const addresses: Experiment = {
  summary: 'A4: every kind of destination, every form of address, rebinding names, redirects, a lying broker',
  unit: 'rebinding names of each sort',
  usualN: 20,
  gateways: 1,
  run: async ({ ground, n, tell }) => {
    const closing = createClosing();
    try {
      return await lookFor(await startTwo(closing, ground.surroundings), closing, { n, tell });
    } finally {
      await closing.close();
    }
  },
};

/** The notification service twice: one holds to the rules, one lets everything be saved, as it was before an operator thought better. */
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

async function startTwo(closing: Closing, surroundings: Readonly<Record<string, string>>): Promise<Two> {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-abuse-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  const adminToken = randomBytes(24).toString('base64url');
  const preload = new URL('../../preload/rebinding-dns.main.ts', import.meta.url).href;
  const stack = await startStack({
    dataDir,
    environment: {
      ...surroundings,
      ADMIN_TOKEN: adminToken,
      NODE_OPTIONS: `--import ${preload}`,
      // So that nothing is refused for its scheme alone.
      DESTINATION_ALLOW_HTTP: 'true',
      DESTINATION_ALLOW_CIDRS: allowedHost,
      RATE_LIMIT_PER_KEY: '1000000',
      RATE_LIMIT_PER_PROJECT: '1000000',
    },
    replicas: { 'write-gateway': 0, 'write-worker': 0, operations: 0 },
  });
  closing.add(stack, (started) => started.stop());
  const [strict] = stack.replicas.notification;
  const lenient = await stack.addReplica('notification', {
    environment: { DESTINATION_ALLOW_CIDRS: [...everything, ...alsoByName].join(',') },
  });
  const project = await openProject(createManagement(stack.managementUrl, adminToken), 'addresses');
  const brokerPort = Number(stack.servers.kafkaBrokers.split(':')[1]);
  const strictUrl = strict?.url ?? '';
  const two = { strictUrl, lenientUrl: lenient.url, project, brokerPort };
  return { ...two, types: await typesOf(two) };
}

type Answer = { status: number; body: Record<string, unknown> };

async function call(two: Pick<Two, 'project'>, url: string, path: string, body: unknown): Promise<Answer> {
  const answer = await request(`${url}/v1/projects/${two.project.name}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': two.project.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.statusCode, body: (await answer.body.json()) as Answer['body'] };
}

/** The kinds that there are: a fault tells them. */
async function typesOf(two: Omit<Two, 'types'>): Promise<string[]> {
  const { body } = await call(two, two.strictUrl, '/destinations', { name: 'x', type: 'none', metadata: {} });
  const { issues = [] } = body as { issues?: { name: string; detail?: string }[] };
  const told = issues.find(({ name }) => name === '/type')?.detail ?? '';
  return [...told.matchAll(/`([a-z0-9]+)`|"([a-z0-9]+)"/g)].map(([, one, other]) => one ?? other ?? '');
}

type Look = { n: number; tell: (line: string) => void };

async function lookFor(two: Two, closing: Closing, { n, tell }: Look): Promise<Verdict[]> {
  const canary = await startCanary(closing);
  const known = [...Object.keys(kindsByAddress), ...kindsWithoutAddress];
  tell(`${forbiddenHosts.length} forms of addresses, ${two.types.join(', ')}.`);
  const saved = await refusedWhenSaved(two, canary, forbiddenHosts);
  const numbers = Array.from({ length: n }, (_, at) => at);
  const both = numbers.map((number) => rebindingHost('both', number));
  const connected = await refusedWhenConnected(two, canary, [...forbiddenHosts, ...strangeHosts, ...both]);
  const rebinding = await rebindingIsSeen(two, canary, n);
  tell('Redirects, and a broker that tells of another one.');
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
    nothingFound(
      'no connection to the canary',
      Array.from({ length: canary.connections() }, () => 'a connection'),
      `port ${canary.port} of every address of this machine`,
    ),
    await canaryHears(canary),
  ];
}

/** The kinds of this version that send to an address. */
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
  return nothingFound('each is refused when it is saved', taken, `${refused} × 400`);
}

/** What was saved by a process that lets everything be saved is tried by the one that holds to the rules. */
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
      // What is a name to the resolver leads nowhere, which is as good.
      if (/not a public address|ENOTFOUND|EAI_AGAIN|has no address|could not be looked up/.test(attempt))
        refused += 1;
      else wrong.push(`${type} ${host}: ${attempt}`);
    }
  const verdict = nothingFound(
    'each that was saved before is refused when it is connected to',
    wrong,
    `${refused} refused, ${unsaved} could not even be saved where everything is allowed`,
  );
  return { ...verdict, holds: verdict.holds && refused > hosts.length };
}

/** Names that lead outside when a destination is saved, and to this machine when it is connected to. */
async function rebindingIsSeen(two: Two, { port }: Canary, n: number): Promise<Verdict> {
  const wrong: string[] = [];
  const types = withAddress(two);
  for (const [place, type] of types.entries())
    for (let at = 0; at < n; at += 1) {
      // No two ask for the same name: it leads outside once.
      const host = rebindingHost('rebind', place * n + at);
      const { status, body } = await call(two, two.strictUrl, '/destinations', bodyOf(type, host, port));
      const told = status === 201 ? await test(two, String(body['id'])) : `${status} ${JSON.stringify(body)}`;
      if (!told.includes('127.0.0.1 is not a public address')) wrong.push(`${type} ${host}: ${told}`);
    }
  return nothingFound(
    'names that lead elsewhere once they are saved are refused when they are connected to',
    wrong,
    `${types.length * n} names`,
  );
}

/** Why an attempt at a destination failed. */
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
        const told = await test(two, String(made['id']));
        if (!told.startsWith('{')) seen += 1;
        else wrong.push(`${type} ${status} to ${location}: ${told}`);
      }
  const verdict = nothingFound('redirects are failures, and are not followed', wrong, `${seen} redirects`);
  return { ...verdict, holds: verdict.holds && seen > 0 };
}

/** It may be connected to; the broker that it tells of may not. */
async function lyingBroker(two: Two, { port }: Canary, closing: Closing): Promise<Verdict> {
  const at = await startLyingBroker(closing, { brokerPort: two.brokerPort, toldPort: port });
  const body = { name: 'lying broker', type: 'kafka', metadata: kindsByAddress['kafka']?.(allowedHost, at) };
  const { body: made } = await call(two, two.strictUrl, '/destinations', body);
  const told = await test(two, String(made['id']));
  return {
    what: 'a broker that advertises 127.0.0.1 leads nowhere',
    holds: told.includes('127.0.0.1 is not a public address'),
    detail: told,
  };
}

/** Without this, a canary that hears nothing would pass. */
async function canaryHears({ port, connections }: Canary): Promise<Verdict> {
  const before = connections();
  await request(`http://127.0.0.1:${port}/`).catch(() => undefined);
  const after = connections();
  return { what: 'the canary hears who connects', holds: after > before, detail: `${after - before} heard` };
}
