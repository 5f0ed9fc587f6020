import { generateKeyPairSync } from 'node:crypto';
import { createApiKeyText } from '@writ/tenancy';
import { median } from '@writ/test-kit';
import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import type { Experiment } from '../experiment.ts';
import { ask, askFine } from '../ground/ask.ts';
import type { Management } from '../ground/start-management.ts';
import { badCredentials, goodToken, type BadCredential, type Known } from './credentials/bad-credentials.ts';

export const credentials: Experiment = {
  summary: 'A2: keys and tokens that must not count, on both hosts, and how long their refusal takes',
  unit: 'requests for each time',
  usualN: 2_000,
  run: async ({ ground, n, tell }) => {
    const management = await ground.management();
    const known = await prepare(management);
    const verdicts: Verdict[] = [];
    for (const host of hostsOf(management)) {
      tell(`${host.name}: bad credentials of every kind.`);
      verdicts.push(...(await refusals(host, known)));
      tell(`${host.name}: ${n} refusals of each of two keys in turn.`);
      verdicts.push(await times(host, known, n));
    }
    return verdicts;
  },
};

async function prepare({ url, apiKey }: Management): Promise<Known> {
  const call = (method: string, path: string, body?: object) =>
    askFine<Record<string, string>>(`${url}/projects/demo${path}`, {
      method,
      headers: { 'x-api-key': apiKey },
      body,
    });
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const jwtKey = { label: 'abuse', algorithm: 'RS256', publicKeyPem };
  const { kid = '', projectId = '' } = await call('POST', '/jwt-keys', jwtKey);
  const { kid: inactiveKid = '' } = await call('POST', '/jwt-keys', jwtKey);
  await call('PATCH', `/jwt-keys/${inactiveKid}`, { updateMask: ['active'], jwtKey: { active: false } });
  const newKey = { label: 'abuse', scopes: ['full'] };
  const { id = '', key: deletedApiKey = '' } = await call('POST', '/api-keys', newKey);
  await call('DELETE', `/api-keys/${id}`);
  return { projectId, apiKey, deletedApiKey, kid, privateKey, publicKeyPem, inactiveKid };
}

type Seen = { status: number; shown: string };
type Host = { name: string; send: (headers: BadCredential['headers']) => Promise<Seen> };

const write = { groupRef: 'acme', type: 'create', mode: 'asynchronous', record: { firstname: 'A' } };

function hostsOf({ url, writeUrl }: Management): readonly Host[] {
  const contacts = `${writeUrl}/projects/demo/integrations/demo-hubspot/objects/contacts`;
  return [
    { name: 'management host', send: (headers) => look(`${url}/projects/demo/api-keys`, headers) },
    { name: 'write host', send: (headers) => look(contacts, headers, write) },
  ];
}

async function look(url: string, headers: BadCredential['headers'], sent?: object): Promise<Seen> {
  const answer = await ask(url, { headers, body: sent });
  const {
    requestId: _id,
    time: _time,
    instance: _instance,
    ...rest
  } = answer.body as Record<string, unknown>;
  const shown = [rest, answer.headers['www-authenticate'], Object.keys(answer.headers)];
  return { status: answer.status, shown: JSON.stringify(shown) };
}

async function refusals({ name, send }: Host, known: Known): Promise<Verdict[]> {
  const bad = badCredentials(known);
  const seen = await Promise.all(bad.map(async ({ what, headers }) => ({ what, ...(await send(headers)) })));
  const accepted = seen
    .filter(({ status }) => status !== 401)
    .map(({ what, status }) => `${what}: ${status}`);
  const different = new Set(seen.map(({ shown }) => shown)).size;
  const good = await Promise.all(
    [{ 'x-api-key': known.apiKey }, { authorization: `Bearer ${goodToken(known)}` }].map(send),
  );
  return [
    noneOf(`${name}: each of ${bad.length} bad credentials is 401`, accepted, 'all'),
    {
      what: `${name}: all get the same answer`,
      holds: different === 1,
      detail: `${different} different answers`,
    },
    {
      what: `${name}: the good key and token count`,
      holds: good.every(({ status }) => status === 200),
      detail: good.map(({ status }) => status).join(', '),
    },
  ];
}

const mostDifference = 0.2;

/** Both keys have a valid form and checksum, which anybody can make: only stored data distinguishes them. */
async function times({ name, send }: Host, { deletedApiKey }: Known, n: number): Promise<Verdict> {
  const texts = { deleted: deletedApiKey, random: createApiKeyText(['full']) };
  const tookMs = { deleted: [] as number[], random: [] as number[] };
  for (let round = 0; round < n; round += 1) {
    for (const kind of ['deleted', 'random'] as const) {
      const fromMs = performance.now();
      await send({ 'x-api-key': texts[kind] });
      tookMs[kind].push(performance.now() - fromMs);
    }
  }
  const [deleted, random] = [median(tookMs.deleted), median(tookMs.random)];
  return {
    what: `${name}: a key that was there and one that never was are refused equally fast`,
    holds: Math.abs(deleted - random) <= mostDifference * random,
    detail: `medians ${deleted.toFixed(3)} and ${random.toFixed(3)} ms`,
    timed: true,
  };
}
