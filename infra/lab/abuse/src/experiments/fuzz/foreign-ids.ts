import { eventually } from '@writ/test-kit';
import type { Verdict } from '../../experiment.ts';
import type { Management } from '../../ground/start-management.ts';
import { nothingFound } from '../findings.ts';
import { nobody, pathOf } from '../management/operations.ts';
import { routesOf, send, sendFine, type Route } from './api.ts';

/** The ids of what a project holds, by the names that parameters and members have for them. */
type Ids = Readonly<Record<string, string>>;

/**
 * Two projects; the key of one is used with every id and name of the other, in paths and in bodies: nothing is found, no
 * byte of the other project is shown, and nothing of it changes (Quality §2, A1).
 */
export async function foreignIds(host: Management, tell: (line: string) => void): Promise<Verdict[]> {
  const victim = await holdings(host);
  const attacker = await newProject(host);
  const routes = routesOf(host).filter(({ path }) => path.includes('{projectIdOrName}'));
  tell(`${routes.length} routes with the ids of another project.`);
  const before = await snapshot(host);
  const ids = Object.values(victim).filter((value) => isUuid.test(value));
  const found: string[] = [];
  const shown: string[] = [];
  let sent = 0;
  for (const route of routes) {
    for (const attempt of attemptsOf(route, victim)) {
      const { status, text } = await send(route.method, attempt.address, attacker, attempt.body);
      sent += 1;
      const told = `${route.method} ${attempt.address} ${JSON.stringify(attempt.body ?? null)}: ${status} ${text.slice(0, 400)}`;
      if (!attempt.isRefused(status)) found.push(told);
      const own = attempt.address + JSON.stringify(attempt.body ?? '');
      if (ids.some((id) => text.includes(id) && !own.includes(id))) shown.push(told);
    }
  }
  const after = await snapshot(host);
  const changed = before.filter((text, at) => text !== after[at]);
  return [
    nothingFound('nothing of another project is found', found, `${sent} requests`),
    nothingFound('no id of another project is shown', shown, `${sent} answers`),
    nothingFound('nothing of another project changes', changed, `${before.length} lists`),
  ];
}

const isUuid = /^[0-9a-f]{8}-/;

type Attempt = { address: string; body?: unknown; isRefused: (status: number) => boolean };

function attemptsOf(route: Route, victim: Ids): Attempt[] {
  const example = route.body?.example as Record<string, unknown> | undefined;
  const body = example && { body: example };
  // Two kinds of routes have ids of one name.
  const routeId = route.path.includes('topic-destination') ? 'destinationRouteId' : 'routeId';
  const ids = { ...victim, routeId: victim[routeId] ?? nobody };
  const inProject = (projectIdOrName: string): string =>
    route.base + pathOf(route, { ...ids, projectIdOrName });
  const isFound = (status: number): boolean => status === 404;
  const projects = [victim['projectIdOrName'] ?? '', victim['projectId'] ?? ''];
  const attempts: Attempt[] = projects.map((project) => ({
    address: inProject(project),
    ...body,
    isRefused: isFound,
  }));
  const own = inProject('attacker');
  const below = route.pathParameters.filter((name) => name !== 'projectIdOrName' && name !== 'objectName');
  if (below.length > 0) attempts.push({ address: own, ...body, isRefused: isFound });
  const foreign = example && withForeignIds(example, victim);
  if (foreign) attempts.push({ address: own, body: foreign, isRefused: (status) => status >= 400 });
  const filters = route.query.filter(({ name }) => victim[name] !== undefined);
  // A list may be asked for what is not there: then it is empty.
  if (filters.length > 0 && route.method === 'GET') {
    const query = new URLSearchParams(
      filters.map(({ name }): [string, string] => [name, victim[name] ?? '']),
    );
    attempts.push({ address: `${own}?${query.toString()}`, isRefused: () => true });
  }
  return attempts;
}

/** A body in which each id is one of the other project; undefined where it names none. */
function withForeignIds(example: Record<string, unknown>, victim: Ids): unknown {
  const names = Object.keys(example).filter((name) => /Id$/.test(name) && victim[name] !== undefined);
  return names.length === 0
    ? undefined
    : { ...example, ...Object.fromEntries(names.map((name) => [name, victim[name]])) };
}

async function newProject({ url, adminToken }: Management): Promise<{ key: string }> {
  await sendFine('POST', `${url}/projects`, { adminToken }, { name: 'attacker', appName: 'Attacker' });
  const made = await sendFine(
    'POST',
    `${url}/projects/attacker/api-keys`,
    { adminToken },
    {
      label: 'attacker',
      scopes: ['full'],
    },
  );
  return made as { key: string };
}

const lists = [
  'integrations',
  'installations',
  'connections',
  'api-keys',
  'provider-apps',
  'topics',
  'destinations',
  'notification-event-topic-routes',
  'topic-destination-routes',
  'operations',
];

const snapshot = ({ url, apiKey }: Management): Promise<string[]> =>
  Promise.all(
    lists.map(async (list) => {
      const { text } = await send('GET', `${url}/projects/demo/${list}`, { key: apiKey });
      // When a key was used last is told, and this one is used; and how a destination fails, which its own deliveries do.
      return `${list}: ${text.replace(/"lastUsedTime":"[^"]*"|,"failing":\{[^}]*\}/g, '')}`;
    }),
  );

/** Gives the demo's project one of everything, with ids and names. */
async function holdings({ url, writeUrl, apiKey }: Management): Promise<Ids> {
  const key = { key: apiKey };
  const base = `${url}/projects/demo`;
  const post = async (path: string, body: unknown): Promise<string> =>
    ((await sendFine('POST', `${base}/${path}`, key, body)) as { id: string }).id;
  const first = async (path: string): Promise<Record<string, string>> => {
    const given = (await sendFine('GET', `${base}/${path}`, key)) as
      Record<string, string>[] | { results: Record<string, string>[] };
    const [one] = Array.isArray(given) ? given : given.results;
    if (!one) throw new Error(`the demo has no ${path}`);
    return one;
  };
  const project = (await sendFine('GET', base, key)) as { id: string };
  const topicId = await post('topics', { name: 'victim-topic' });
  const destinationId = await post('destinations', {
    name: 'victim-destination',
    type: 'webhook',
    metadata: { url: 'http://127.0.0.1:9/' },
  });
  const routeId = await post('notification-event-topic-routes', { topicId, eventType: 'write.async.done' });
  const destinationRouteId = await post('topic-destination-routes', { topicId, destinationId });
  const written = (await sendFine(
    'POST',
    `${writeUrl}/projects/demo/integrations/demo-hubspot/objects/contacts`,
    key,
    { groupRef: 'acme', type: 'create', mode: 'asynchronous', record: { email: 'victim@example.com' } },
  )) as { operationId: string };
  const installation = await first('installations');
  const { latestRevision } = (await sendFine(
    'GET',
    `${base}/integrations/${installation['integrationId'] ?? ''}`,
    key,
  )) as { latestRevision: { id: string } };
  return {
    projectIdOrName: 'demo',
    projectId: project.id,
    ...written,
    topicId,
    destinationId,
    destinationIdOrName: destinationId,
    routeId,
    destinationRouteId,
    providerAppId: (await first('provider-apps'))['id'] ?? '',
    // It is there once the write has ended.
    deliveryId: (await eventually(() => first('deliveries')))['id'] ?? '',
    laneId: (await first('lanes?kind=provider'))['id'] ?? '',
    apiKeyId: (await first('api-keys'))['id'] ?? '',
    connectionId: (await first('connections'))['id'] ?? '',
    integrationIdOrName: installation['integrationId'] ?? '',
    integrationId: installation['integrationId'] ?? '',
    installationId: installation['id'] ?? '',
    revisionId: latestRevision.id,
    objectName: 'contacts',
  };
}
