import { generateKeyPairSync } from 'node:crypto';
import { createApiKeyText } from '@writ/tenancy';
import { median } from '@writ/test-kit';
import { request } from 'undici';
import type { Attack, Experiment, Verdict } from '../experiment.ts';
import type { Management } from '../ground/start-management.ts';
import { badCredentials, goodToken, type BadCredential, type Known } from './credentials/bad-credentials.ts';

/** Credentials that must not count, and what their refusal gives away (Quality §2, A2). */
export const credentials: Experiment = {
  summary: 'A2: keys and tokens that must not count, on both hosts, and how long their refusal takes',
  unit: 'requests for each time',
  usualN: 2_000,
  gateways: 1,
  run: async ({ ground, n, tell }) => {
    const management = await ground.startManagement();
    const known = await prepare(management);
    tell('Bad credentials of every kind, on both hosts.');
    return [...(await refusals(management, known)), ...(await times(management, known, { n, tell }))];
  },
};

async function prepare({ url, apiKey }: Management): Promise<Known> {
  const call = async (method: 'POST' | 'DELETE' | 'PATCH' | 'GET', path: string, body?: object) => {
    const answer = await request(`${url}/projects/demo${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    return (text === '' ? {} : JSON.parse(text)) as Record<string, string>;
  };
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const jwtKey = { label: 'abuse', algorithm: 'RS256', publicKeyPem };
  const { kid = '', projectId = '' } = await call('POST', '/jwt-keys', jwtKey);
  const { kid: inactiveKid = '' } = await call('POST', '/jwt-keys', jwtKey);
  await call('PATCH', `/jwt-keys/${inactiveKid}`, { updateMask: ['active'], jwtKey: { active: false } });
  const { id = '', key: deletedApiKey = '' } = await call('POST', '/api-keys', {
    label: 'abuse',
    scopes: ['full'],
  });
  await call('DELETE', `/api-keys/${id}`);
  return { projectId, apiKey, deletedApiKey, kid, privateKey, publicKeyPem, inactiveKid };
}

type Host = { name: string; send: (headers: BadCredential['headers']) => Promise<Seen> };
type Seen = { status: number; told: string };

/** The hosts, each asked for something that a good credential gets. */
const hosts = ({ url, writeUrl }: Management): readonly Host[] => [
  { name: 'management host', send: (headers) => ask(`${url}/projects/demo/api-keys`, 'GET', headers) },
  {
    name: 'write host',
    send: (headers) =>
      ask(`${writeUrl}/projects/demo/integrations/demo-hubspot/objects/contacts`, 'POST', {
        ...headers,
        'content-type': 'application/json',
      }),
  },
];

const body = JSON.stringify({
  groupRef: 'acme',
  type: 'create',
  mode: 'asynchronous',
  record: { firstname: 'A' },
});

/** An answer without what each answer has of its own: id and time. */
async function ask(url: string, method: 'GET' | 'POST', headers: BadCredential['headers']): Promise<Seen> {
  const answer = await request(url, { method, headers, ...(method === 'POST' && { body }) });
  const {
    requestId: _id,
    time: _time,
    instance: _instance,
    ...told
  } = (await answer.body.json()) as Record<string, unknown>;
  const challenge = answer.headers['www-authenticate'];
  return { status: answer.statusCode, told: JSON.stringify([told, challenge, Object.keys(answer.headers)]) };
}

async function refusals(management: Management, known: Known): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name, send } of hosts(management)) {
    const bad = badCredentials(known);
    const seen = await Promise.all(
      bad.map(async ({ what, headers }) => ({ what, ...(await send(headers)) })),
    );
    const taken = seen.filter(({ status }) => status !== 401).map(({ what, status }) => `${what}: ${status}`);
    const told = new Set(seen.map((answer) => answer.told));
    const good = await Promise.all(
      [{ 'x-api-key': known.apiKey }, { authorization: `Bearer ${goodToken(known)}` }].map(send),
    );
    verdicts.push(
      {
        what: `${name}: each of ${bad.length} bad credentials is 401`,
        holds: taken.length === 0,
        detail: taken.join(', ') || 'all',
      },
      {
        what: `${name}: all are told the same`,
        holds: told.size === 1,
        detail: `${told.size} different answers`,
      },
      {
        what: `${name}: the good key and token count`,
        holds: good.every(({ status }) => status === 200),
        detail: good.map(({ status }) => status).join(', '),
      },
    );
  }
  return verdicts;
}

/** By so much of a refusal's time those of two keys may differ. */
const mostDifference = 0.2;

/** Both have the right form and checksum, which anybody can make: only what is stored could tell them apart. */
async function times(
  management: Management,
  { deletedApiKey }: Known,
  { n, tell }: Pick<Attack, 'n' | 'tell'>,
): Promise<Verdict[]> {
  const texts = { deleted: deletedApiKey, random: createApiKeyText(['full']) };
  tell(`${n} refusals of each of two keys in turn, on each host.`);
  const verdicts: Verdict[] = [];
  for (const { name, send } of hosts(management)) {
    const tookMs = { deleted: [] as number[], random: [] as number[] };
    for (let round = 0; round < n; round += 1) {
      for (const kind of ['deleted', 'random'] as const) {
        const fromMs = performance.now();
        await send({ 'x-api-key': texts[kind] });
        tookMs[kind].push(performance.now() - fromMs);
      }
    }
    const [deleted, random] = [median(tookMs.deleted), median(tookMs.random)];
    verdicts.push({
      what: `${name}: a key that was there and one that never was are refused equally fast`,
      holds: Math.abs(deleted - random) <= mostDifference * random,
      detail: `medians ${deleted.toFixed(3)} and ${random.toFixed(3)} ms`,
      timed: true,
    });
  }
  return verdicts;
}
