import { integrationName, writePath } from '@writ/stack';
import { ask } from '../../ground/ask.ts';
import type { Whole } from '../../ground/start-whole.ts';
import type { Planted, Sight } from './search.ts';

type Wrong = {
  url: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
};

type Misplacing = { planted: readonly Planted[]; marker: string; n: number };

/** Sends secrets to wrong places, `n` times each; returns the refusals. */
export async function misplace(whole: Whole, { planted, marker, n }: Misplacing): Promise<Sight[]> {
  const answers: Sight[] = [];
  const send = async (wrongs: readonly Wrong[]): Promise<void> => {
    for (const wrong of wrongs) answers.push(await sendOne(whole, wrong));
  };
  for (const { text } of planted) {
    const wrongs = [...inHeaders(whole, text), ...inQueries(whole, text), ...inSecretMembers(whole, text)];
    if (hasForm(text)) wrongs.push(...inPaths(whole, text), ...inBodies(whole, text));
    for (let time = 0; time < n; time += 1) await send(wrongs);
  }
  answers.push(
    await sendOne(whole, { url: `${whole.stack.managementUrl}/v1/projects/${marker}/operations` }),
  );
  await whileAway(whole, () => send(planted.flatMap(({ text }) => whenAway(whole, text))));
  return answers;
}

/** Recognizable by its form; other secrets only by their place. */
const hasForm = (text: string): boolean => /^(?:writ_|whsec_|eyJ)/.test(text);

async function sendOne({ project }: Whole, { url, headers, ...wrong }: Wrong): Promise<Sight> {
  const answer = await ask(url, { ...wrong, headers: { 'x-api-key': project.apiKey, ...headers } });
  const text = `${JSON.stringify(answer.headers)} ${answer.text}`;
  return { place: `answers (${wrong.method ?? 'GET'} ${answer.status})`, text };
}

const objects = ({ stack, project }: Whole): string => stack.writeUrl + writePath(project);
const managed = ({ stack, project }: Whole): string => `${stack.managementUrl}/v1/projects/${project.name}`;

function inHeaders(whole: Whole, text: string): Wrong[] {
  const wrong: Record<string, string>[] = [
    { authorization: `Basic ${text}` },
    { authorization: text },
    { 'x-api-key': '', authorization: `Bearer ${text}x` },
    { 'x-api-key': `${text}x` },
    { cookie: `session=${text}` },
    { 'if-match': text },
    ...(hasForm(text) ? [{ 'x-request-id': text }, { 'content-type': text }] : []),
  ];
  const hosts: Wrong[] = [
    { url: `${managed(whole)}/operations` },
    { url: `${managed(whole)}/integrations` },
    { url: `${managed(whole)}/topics` },
    { url: objects(whole), method: 'POST', body: { groupRef: 'nobody', type: 'create', record: {} } },
  ];
  return hosts.flatMap((host) => wrong.map((headers) => ({ ...host, headers })));
}

function inQueries(whole: Whole, text: string): Wrong[] {
  const names = [
    'api_key',
    'access_token',
    'token',
    'code',
    ...(hasForm(text) ? ['pageToken', 'pageSize'] : []),
  ];
  const addresses = ['/operations', '/integrations', '/topics', '/nowhere'].map(
    (path) => managed(whole) + path,
  );
  return [...addresses, objects(whole)].flatMap((address) =>
    names.map((name) => ({ url: `${address}?${name}=${encodeURIComponent(text)}` })),
  );
}

const labelled = { updateMask: ['label'], apiKey: { label: 'x' } };
/** Mistakes before a secret in an address: blank, quote, encoded slash. */
const beforeThem = ['%20', '%22', 'x%2F'];

function inPaths(whole: Whole, text: string): Wrong[] {
  const part = encodeURIComponent(text);
  const { stack } = whole;
  const here = managed(whole);
  return [
    { url: `${stack.managementUrl}/v1/projects/${part}/operations` },
    { url: `${stack.managementUrl}/v1/${part}` },
    { url: `${stack.managementUrl}/${part}` },
    { url: `${stack.writeUrl}/${part}` },
    { url: `${here}/api-keys/${part}`, method: 'DELETE' },
    { url: `${here}/api-keys/${part}`, method: 'PATCH', body: labelled },
    { url: `${here}/topics/${part}` },
    { url: `${here}/operations/${part}` },
    { url: `${here}/connections/${part}` },
    { url: objects(whole).replace(integrationName, part), method: 'POST', body: {} },
    ...beforeThem.flatMap((before) => [
      { url: `${here}/operations/${before}${part}` },
      { url: `${objects(whole)}${before}${part}`, method: 'POST' as const, body: {} },
    ]),
  ];
}

function inBodies(whole: Whole, text: string): Wrong[] {
  const post = (url: string, body: unknown): Wrong => ({ url, method: 'POST', body });
  const write = { groupRef: whole.account.groupRef, type: 'create', record: { email: 'a@example.com' } };
  const here = managed(whole);
  return [
    post(objects(whole), { ...write, groupRef: text }),
    post(objects(whole), { ...write, type: text }),
    post(objects(whole), { ...write, [text]: 1 }),
    post(objects(whole), { ...write, record: text }),
    post(objects(whole), `{"groupRef": ${text}}`),
    post(`${here}/topics`, { name: `${text}/x` }),
    post(`${here}/destinations`, { name: 'x', type: text, metadata: {} }),
    post(`${here}/api-keys`, { label: 'x', scopes: [text] }),
    post(`${here}/connections:generate`, { provider: text, groupRef: 'x', apiKey: text }),
  ];
}

/** Faulty in, or beside, members with secrets. */
function inSecretMembers(whole: Whole, text: string): Wrong[] {
  const here = managed(whole);
  const post = (path: string, body: unknown): Wrong => ({ url: here + path, method: 'POST', body });
  const connect = (credentials: object): Wrong =>
    post('/connections:generate', { provider: 'hubspot', groupRef: 'x', ...credentials });
  const webhook = (metadata: object): Wrong =>
    post('/destinations', { name: 'x', type: 'webhook', metadata });
  const url = 'https://receiver.example';
  return [
    connect({ apiKey: `${text} with a blank` }),
    connect({ apiKey: { token: text } }),
    connect({ oauth2AuthorizationCode: text }),
    connect({ oauth2AuthorizationCode: { accessToken: text, refreshToken: [text], expiresAt: text } }),
    post('/provider-apps', { provider: 'hubspot', clientId: 'x', clientSecret: [text], secret: text }),
    webhook({ url, headers: { 'x-a': [text] } }),
    webhook({ url, headers: { 'ä b': text } }),
    webhook({ url, header: { authorization: text } }),
    webhook({ url: `https://user:${text}@a.example` }),
  ];
}

/** The service is away: the edge answers and logs. */
const whenAway = (whole: Whole, text: string): Wrong[] => [
  { url: `${managed(whole)}/operations?access_token=${encodeURIComponent(text)}` },
  { url: `${managed(whole)}/operations/${encodeURIComponent(text)}`, headers: { authorization: text } },
];

async function whileAway({ stack }: Whole, act: () => Promise<void>): Promise<void> {
  const away = stack.replicas.operations;
  for (const replica of away) await replica.stop();
  await act();
  for (const replica of away) await replica.restart();
}
