import {
  destinationListSchema,
  destinationQuerySchema,
  destinationSchema,
  listQuerySchema,
  problemSchema,
  pulledSchema,
  pullRequestSchema,
  replayRequestSchema,
  taskStartedSchema,
  type Actor,
  type Destination,
} from '@writ/contracts';
import { accepted, endpoint, holds, ok, sessionOf, type Caller, type Endpoint } from '@writ/http';
import { Fault, Refusal } from '@writ/problems';
import { resource, unlessLost } from '@writ/service-parts';
import { startRedelivery } from './redeliver-many.ts';
import {
  assertEnabled,
  type DestinationContent,
  type StoredDestination,
} from '../destinations/stored-destination.ts';
import { rotate } from '../destinations/secrets.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { existing, noSuchDestination } from './faults.ts';
import { patchDestination } from './patch-destination.ts';
import { postDestination } from './post-destination.ts';
import { testDestination } from './test-destination.ts';

export function destinationEndpoints(deps: EndpointDeps): readonly Endpoint[] {
  const { destinations: stored, waker } = deps;
  const destinations = resource({
    path: '/projects/:projectIdOrName/destinations',
    id: 'destinationIdOrName',
    missing: noSuchDestination,
    scopes: { read: 'notifications:read', manage: 'notifications:manage' },
    schema: destinationSchema,
    answer: (destination: Destination) => destination,
  });
  return [
    destinations.list({
      summary: 'List destinations',
      schema: destinationListSchema,
      query: listQuerySchema,
      read: ({ project }, span) => stored.list(project.id, span),
    }),
    postDestination(deps),
    getDestination(deps),
    patchDestination(deps),
    destinations.remove({
      summary: 'Delete a destination',
      remove: async ({ project, params, by }) => {
        const id = await stored.remove(project.id, params.destinationIdOrName, by);
        if (id !== undefined) waker.wake([id]);
        return id;
      },
    }),
    rotateSecret(deps),
    enableDestination(deps),
    disableDestinationByHand(deps),
    testDestination(deps),
    replayDestination(deps),
    pullDestination(deps),
  ];
}

const getDestination = (deps: EndpointDeps) =>
  endpoint({
    method: 'get',
    effect: 'once',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName',
    summary: 'Get a destination',
    access: { scope: 'notifications:read' },
    query: destinationQuerySchema,
    answers: { 200: destinationSchema, 403: problemSchema, 409: problemSchema },
    docs: { refusals: ['keys-signing'] },
    handle: async ({ project, params: { destinationIdOrName: idOrName }, query, caller, by }) => {
      const { includeSecrets = false, rotate: isRotation = false } = query;
      if (includeSecrets || isRotation) assertManages(caller, isRotation);
      if (isRotation) return ok(await withNewKey(deps, project.id, idOrName, by), unstored);
      const { find, findTold } = deps.destinations;
      if (!includeSecrets) return ok(existing(await find(project.id, idOrName), idOrName).view);
      const told = existing(await findTold(project.id, idOrName, by), idOrName);
      return ok(await withSecrets(told), unstored);
    },
  });

const unstored = { 'Cache-Control': 'no-store' };

/** A GET by a session must not rotate: another page could link to it. */
function assertManages(caller: Caller, isRotation: boolean): void {
  if (!holds(caller, 'notifications:manage'))
    throw new Refusal('scope-missing', { detail: 'Secrets need the scope `notifications:manage`.' });
  if (isRotation && sessionOf(caller))
    throw new Refusal('scope-missing', {
      detail: 'A session cannot rotate keys by `?rotate=true`.',
      remedy: 'Use `:rotate-secret`.',
    });
}

/** How long the old key also signs. */
const overlapMs = 24 * 3_600_000;

const rotateSecret = (deps: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:rotate-secret',
    summary: 'Rotate the signing key of a destination',
    access: { scope: 'notifications:manage' },
    answers: { 200: destinationSchema, 409: problemSchema },
    docs: { refusals: ['keys-signing'] },
    handle: async ({ project, params: { destinationIdOrName: idOrName }, by }) =>
      ok(await withNewKey(deps, project.id, idOrName, by), unstored),
  });

async function withNewKey(
  { destinations, clock }: EndpointDeps,
  projectId: string,
  idOrName: string,
  by: Actor,
): Promise<Destination> {
  const rotated = async ({ view, openSecrets }: StoredDestination): Promise<DestinationContent> => {
    const secrets = await openSecrets();
    if (secrets.signingKeys.length === 0) throw unsigned(idOrName, view);
    const signingKeys = rotate(secrets.signingKeys, clock.now(), overlapMs);
    return { name: view.name, metadata: view.metadata, secrets: { ...secrets, signingKeys } };
  };
  const path = `/v1/projects/${projectId}/destinations/${encodeURIComponent(idOrName)}`;
  const remedy = `Read the key that signs now with \`GET ${path}?includeSecrets=true\`. Rotate again only where it is still the old one.`;
  const changed = await unlessLost(destinations.change(projectId, idOrName, rotated, by), { remedy });
  // A rotation keeps the name, so it is never taken.
  return withSecrets(existing(changed === 'name-taken' ? undefined : changed, idOrName));
}

function unsigned(idOrName: string, { type }: Destination): Fault {
  const detail = `Deliveries to destinations of the kind \`${type}\` are not signed.`;
  return new Fault('invalid-input', [{ in: 'path', name: 'destinationIdOrName', detail, value: idOrName }]);
}

/** With the newest signing key, if its kind has keys. */
async function withSecrets({ view, openSecrets }: StoredDestination): Promise<Destination> {
  const [newest] = (await openSecrets()).signingKeys;
  return newest ? { ...view, secrets: { webhookSigningKey: newest.key } } : view;
}

/** Held deliveries wait for a replay. */
const enableDestination = ({ destinations }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:enable',
    summary: 'Enable a destination',
    access: { scope: 'notifications:manage' },
    answers: { 200: destinationSchema },
    handle: async ({ project, params: { destinationIdOrName: idOrName }, by }) =>
      ok(existing(await destinations.enable(project.id, idOrName, by), idOrName)),
  });

const disableDestinationByHand = ({ destinations, pokeRelay, waker }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:disable',
    summary: 'Disable a destination',
    access: { scope: 'notifications:manage' },
    answers: { 200: destinationSchema },
    handle: async ({ project, params: { destinationIdOrName: idOrName }, by }) => {
      const disabled = await destinations.disable(project.id, idOrName, 'Disabled by hand.', by);
      const destination = existing(disabled, idOrName);
      waker.wake([destination.id]);
      pokeRelay();
      return ok(destination);
    },
  });

const replayDestination = (deps: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:replay',
    summary: 'Send the deliveries of a period again',
    access: { scope: 'notifications:manage' },
    body: replayRequestSchema,
    answers: { 202: taskStartedSchema, 409: problemSchema },
    docs: {
      description:
        'Like `deliveries:redeliver` with this destination: a task sends them step by step, oldest first.',
      refusals: ['destination-disabled'],
    },
    handle: async ({ project: { id: projectId }, params: { destinationIdOrName: idOrName }, body, by }) => {
      const { view } = existing(await deps.destinations.find(projectId, idOrName), idOrName);
      assertEnabled(view);
      const filter = { ...body, destinationId: view.id };
      return accepted(await startRedelivery(deps, { projectId, filter, by }));
    },
  });

/** Each delivery is leased to one client. */
const pullDestination = ({ destinations, pull, leaseMs }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:pull',
    summary: 'Fetch deliveries that wait for a client',
    access: { scope: 'notifications:manage' },
    body: pullRequestSchema,
    answers: { 200: pulledSchema, 409: problemSchema },
    docs: {
      description:
        'For `listen` destinations. A delivery that is not reported within its lease is due again.',
      refusals: ['destination-disabled'],
    },
    handle: async ({ project, params: { destinationIdOrName: idOrName }, body, signal }) => {
      const { max = 10, waitSeconds = 0 } = body;
      const find = async () => existing(await destinations.find(project.id, idOrName), idOrName);
      const deliveries = await pull({ find, max, waitMs: waitSeconds * 1_000, signal });
      return ok({ leaseSeconds: leaseMs / 1_000, deliveries }, unstored);
    },
  });
