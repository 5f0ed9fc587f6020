import { eventually } from '@writ/test-kit';
import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { ask, askFine } from '../../ground/ask.ts';
import type { Management } from '../../ground/start-management.ts';
import { nobody, pathOf, routesOf, type Route } from '../management/operations.ts';

type Ids = Readonly<Record<string, string>>;

/**
 * With the key of one project, uses every id and name of another in paths and bodies: nothing is found, shown or
 * changed.
 */
export async function foreignIds(host: Management, tell: (line: string) => void): Promise<Verdict[]> {
  const victim = await holdings(host);
  const headers = { 'x-api-key': await newProject(host) };
  const routes = routesOf(host).filter(({ path }) => path.includes('{projectIdOrName}'));
  tell(`${routes.length} routes with the ids of another project.`);
  const before = await snapshot(host);
  const ids = Object.values(victim).filter((value) => isUuid.test(value));
  const found: string[] = [];
  const shown: string[] = [];
  let sent = 0;
  for (const route of routes) {
    for (const attempt of attemptsOf(route, victim)) {
      const { address, body } = attempt;
      const { status, text } = await ask(address, { method: route.method, headers, body });
      sent += 1;
      const own = address + JSON.stringify(body ?? '');
      const seen = `${route.method} ${own}: ${status} ${text.slice(0, 400)}`;
      if (!attempt.isRefused(status)) found.push(seen);
      if (ids.some((id) => text.includes(id) && !own.includes(id))) shown.push(seen);
    }
  }
  const after = await snapshot(host);
  const changed = before.filter((text, at) => text !== after[at]);
  return [
    noneOf('nothing of another project is found', found, `${sent} requests`),
    noneOf('no id of another project is shown', shown, `${sent} answers`),
    noneOf('nothing of another project changes', changed, `${before.length} lists`),
  ];
}

const isUuid = /^[0-9a-f]{8}-/;

type Attempt = { address: string; body?: unknown; isRefused: (status: number) => boolean };

function attemptsOf(route: Route, victim: Ids): Attempt[] {
  const example = route.body?.example as Record<string, unknown> | undefined;
  const body = example && { body: example };
  // Two kinds of routes share a parameter's name.
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
  if (filters.length > 0 && route.method === 'GET') {
    const query = new URLSearchParams(
      filters.map(({ name }): [string, string] => [name, victim[name] ?? '']),
    );
    attempts.push({ address: `${own}?${query.toString()}`, isRefused: () => true });
  }
  return attempts;
}

/** With the other project's ids; undefined if the body names none. */
function withForeignIds(example: Record<string, unknown>, victim: Ids): unknown {
  const names = Object.keys(example).filter((name) => /Id$/.test(name) && victim[name] !== undefined);
  return names.length === 0
    ? undefined
    : { ...example, ...Object.fromEntries(names.map((name) => [name, victim[name]])) };
}

async function newProject({ url, adminToken }: Management): Promise<string> {
  const headers = { authorization: `Bearer ${adminToken}` };
  await askFine(`${url}/projects`, { headers, body: { name: 'attacker', appName: 'Attacker' } });
  const body = { label: 'attacker', scopes: ['full'] };
  return (await askFine<{ key: string }>(`${url}/projects/attacker/api-keys`, { headers, body })).key;
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
      const { text } = await ask(`${url}/projects/demo/${list}`, { headers: { 'x-api-key': apiKey } });
      // Using this key, and failing deliveries, changes these.
      return `${list}: ${text.replace(/"lastUsedTime":"[^"]*"|,"failing":\{[^}]*\}/g, '')}`;
    }),
  );

type Named = Record<string, string>;

async function holdings({ url, writeUrl, apiKey }: Management): Promise<Ids> {
  const headers = { 'x-api-key': apiKey };
  const base = `${url}/projects/demo`;
  const post = async (path: string, body: unknown): Promise<string> =>
    (await askFine<{ id: string }>(`${base}/${path}`, { headers, body })).id;
  const first = async (path: string): Promise<Named> => {
    const given = await askFine<Named[] | { results: Named[] }>(`${base}/${path}`, { headers });
    const [one] = Array.isArray(given) ? given : given.results;
    if (!one) throw new Error(`the demo has no ${path}`);
    return one;
  };
  const project = await askFine<{ id: string }>(base, { headers });
  const topicId = await post('topics', { name: 'victim-topic' });
  const destinationId = await post('destinations', {
    name: 'victim-destination',
    type: 'webhook',
    metadata: { url: 'http://127.0.0.1:9/' },
  });
  const routeId = await post('notification-event-topic-routes', { topicId, eventType: 'write.async.done' });
  const destinationRouteId = await post('topic-destination-routes', { topicId, destinationId });
  const record = { email: 'victim@example.com' };
  const written = await askFine<{ operationId: string }>(
    `${writeUrl}/projects/demo/integrations/demo-hubspot/objects/contacts`,
    { headers, body: { groupRef: 'acme', type: 'create', mode: 'asynchronous', record } },
  );
  const installation = await first('installations');
  const integrationId = installation['integrationId'] ?? '';
  type Integration = { latestRevision: { id: string } };
  const { latestRevision } = await askFine<Integration>(`${base}/integrations/${integrationId}`, { headers });
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
    deliveryId: (await eventually(() => first('deliveries')))['id'] ?? '',
    laneId: (await first('lanes?kind=provider'))['id'] ?? '',
    apiKeyId: (await first('api-keys'))['id'] ?? '',
    connectionId: (await first('connections'))['id'] ?? '',
    integrationIdOrName: integrationId,
    integrationId,
    installationId: installation['id'] ?? '',
    revisionId: latestRevision.id,
    objectName: 'contacts',
  };
}
