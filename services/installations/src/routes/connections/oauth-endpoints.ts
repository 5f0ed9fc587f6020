import {
  authorizationAddressSchema,
  inputValidationProblemSchema,
  oauthCallbackPageSchema,
  oauthCallbackQuerySchema,
  oauthConnectRequestSchema,
  openerHeadersSchema,
  type OauthConnectRequest,
} from '@writ/contracts';
import { endpoint, holderIn, ok, type Caller, type Endpoint } from '@writ/http';
import { notFound } from '@writ/problems';
import { findConnection, takeOauthConnect } from '@writ/installation';
import { toldBy } from '@writ/service-parts';
import { plainConnection } from '../../connections/plain-connection.ts';
import type { Deps } from '../../deps.ts';
import { foundConnection } from '../../not-found.ts';
import { beginConnect } from '../../oauth/begin-connect.ts';
import { connectedPage, notConnectedPage } from '../../oauth/callback-page.ts';
import { lateState, unknownState } from '../../oauth/connect-refusals.ts';
import { connectRule, openerIssues } from '../../oauth/connect-rule.ts';
import { finishConnect } from '../../oauth/finish-connect.ts';

const consentAddress =
  "Returns the address of the provider's consent page as plain text. It works once, for 10 minutes. The project needs a provider app.";

export const oauthEndpoints = (deps: Deps): readonly Endpoint[] => [
  postOauthConnect(deps),
  patchConnectionOauthUpdate(deps),
  getOauthCallback(deps),
];

const postOauthConnect = (deps: Deps) =>
  endpoint({
    method: 'post',
    path: '/oauth-connect',
    summary: 'Begin to connect a customer through OAuth',
    access: { scope: 'installations:manage', frontend: true },
    body: oauthConnectRequestSchema,
    headers: openerHeadersSchema,
    rules: (sent) => connectRule(deps, sent),
    mediaType: 'text/plain',
    answers: { 200: authorizationAddressSchema, 404: inputValidationProblemSchema },
    docs: { description: consentAddress },
    handle: async ({ body, caller, header, by }) => {
      const { projectIdOrName, projectId, enableCSRFProtection, ...account } = plainConnection(body);
      const connecting = {
        ...account,
        projectId: await projectNamedIn(deps, body, caller),
        openerOrigin: header('Origin') ?? null,
        begunBy: by,
      };
      return ok(await beginConnect(deps, connecting, { in: 'body', name: '/provider' }), noStore);
    },
  });

/** Anybody with this address can connect an account. */
const noStore = { 'Cache-Control': 'no-store' };

/** The key's own project, or any for administrators. Others are 404, never 403. */
async function projectNamedIn(
  { projects }: Deps,
  { projectIdOrName, projectId }: OauthConnectRequest,
  caller: Caller,
): Promise<string> {
  const given = projectIdOrName ?? projectId ?? '';
  const holder = holderIn(caller);
  const project = holder
    ? [holder.project].find(({ id, name }) => id === given || name === given)
    : await projects.find(given);
  if (project) return project.id;
  const place = projectIdOrName === undefined ? '/projectId' : '/projectIdOrName';
  throw notFound('body', place, given, 'There is no project with this id or name.');
}

const patchConnectionOauthUpdate = (deps: Deps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/connections/:connectionId\\:oauth-update',
    summary: 'Begin to renew a connection through OAuth',
    access: { scope: 'installations:manage', frontend: true },
    headers: openerHeadersSchema,
    rules: ({ header }) => openerIssues(deps, header('Origin')),
    mediaType: 'text/plain',
    answers: { 200: authorizationAddressSchema },
    docs: { description: consentAddress },
    handle: async ({ project, params: { connectionId }, ofGroup, header, by }) => {
      const key = { projectId: project.id, id: connectionId, ...ofGroup };
      const connection = foundConnection(await findConnection(deps.database.prisma, key), connectionId);
      const connecting = {
        ...toldBy(oauthConnectRequestSchema, connection),
        connectionId,
        openerOrigin: header('Origin') ?? null,
        begunBy: by,
      };
      return ok(await beginConnect(deps, connecting, { in: 'path', name: 'connectionId' }), noStore);
    },
  });

const getOauthCallback = (deps: Deps) =>
  endpoint({
    method: 'get',
    effect: 'once',
    path: '/oauth/callback',
    summary: 'Complete an authorization, from the redirect of the provider',
    access: 'public',
    query: oauthCallbackQuerySchema,
    mediaType: 'text/html',
    faultPage: (problem) => notConnectedPage(problem, undefined),
    answers: { 200: oauthCallbackPageSchema },
    docs: {
      description:
        "Stores the connection and always returns a page. If a page of yours opened the window, it receives `{eventType: 'AUTHORIZATION_SUCCEEDED', data: {connection}}` or `{eventType: 'AUTHORIZATION_FAILED', message, data: {error}}` by `postMessage`; after a success the window closes. Register this address with your provider app, below `PUBLIC_MANAGEMENT_URL`.",
      refusals: ['authorization-failed', 'provider-unreachable', 'provider-timeout'],
    },
    handle: async ({ query: { state = '', ...broughtBack }, tellFaultsBy, by }) => {
      const { config, database, secrets, projects, providers } = deps;
      const taken = await takeOauthConnect(database.prisma, secrets, state, config.ADMIN_TOKEN);
      if (taken === undefined) throw unknownState();
      const origin = taken.openerOrigin ?? undefined;
      tellFaultsBy((problem) => notConnectedPage(problem, origin));
      if (taken.isLate) throw lateState();
      const project = await projects.find(taken.projectId);
      if (project === undefined) throw unknownState();
      // The person has no credential; the sender is the actor.
      const { requestId, action } = by;
      const sender = { ...taken.begunBy, requestId, action };
      const connection = await finishConnect(deps, { taken, by: sender }, broughtBack);
      const { displayName = taken.provider } = providers.adapterFor(taken.provider)?.declaration ?? {};
      const page = connectedPage(connection, { displayName, appName: project.appName }, origin);
      return ok(page.html, page.headers);
    },
  });
