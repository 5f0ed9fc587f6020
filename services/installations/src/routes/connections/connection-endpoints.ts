import {
  connectionListQuerySchema,
  connectionListSchema,
  connectionPatchSchema,
  connectionQuerySchema,
  connectionRequestSchema,
  connectionSchema,
  problemSchema,
} from '@writ/contracts';
import { created, endpoint, holds, ok, pageRefused, type Caller, type Endpoint } from '@writ/http';
import { Refusal } from '@writ/problems';
import { findConnection, holdConnection, listConnections, type Connection } from '@writ/installation';
import { resource } from '@writ/service-parts';
import { insertAuditEntries } from '@writ/tenancy';
import { connectionAnswer } from '../../answers.ts';
import { connectionRule } from '../../connections/connection-rule.ts';
import { generateConnection } from '../../connections/generate-connection.ts';
import { connectionMaskRule } from '../../connections/masked-connection.ts';
import { openedCredentials } from '../../connections/opened-credentials.ts';
import { probed, type AskProvider } from '../../connections/probed-credentials.ts';
import { renewConnection, type RenewingDeps } from '../../connections/renew-connection.ts';
import { removeIfUnused } from '../../connections/connection-events.ts';
import { updateConnection } from '../../connections/update-connection.ts';
import type { Deps } from '../../deps.ts';
import { foundConnection, noConnection } from '../../not-found.ts';

export function connectionEndpoints(deps: RenewingDeps): readonly Endpoint[] {
  const { database, pokeRelay } = deps;
  const connections = resource({
    path: '/projects/:projectIdOrName/connections',
    id: 'connectionId',
    missing: noConnection,
    scopes: { read: 'installations:read', manage: 'installations:manage' },
    schema: connectionSchema,
    answer: (connection: Connection) => connectionAnswer(connection),
  });
  return [
    postConnectionsGenerate(deps),
    connections.list({
      summary: 'List the connections of a project',
      frontend: 'named-group',
      schema: connectionListSchema,
      query: connectionListQuerySchema,
      read: ({ project, ofGroup }, span, filter) =>
        listConnections(database.prisma, { ...filter, ...ofGroup, projectId: project.id }, span),
    }),
    getConnection(deps),
    connections.patch({
      summary: 'Change a connection, or give it new credentials',
      frontend: 'own-group',
      body: connectionPatchSchema,
      rules: ({ body }) => connectionMaskRule(body),
      change: ({ project, params, body, signal, ofGroup, by }) => {
        const key = { projectId: project.id, id: params.connectionId, ...ofGroup };
        return updateConnection(deps, { key, by }, body, asking(deps, signal));
      },
    }),
    connections.remove({
      summary: 'Delete a connection that no installation uses',
      frontend: 'own-group',
      docs: {
        description:
          'Writ then asks the CRM to revoke the grant of an OAuth connection, unless another connection of the same app uses the account.',
        refusals: ['in-use'],
      },
      remove: async ({ project, params, ofGroup, by }) => {
        const key = { projectId: project.id, id: params.connectionId, ...ofGroup };
        const removed = await database.transaction(async (tx) => {
          const connection = await holdConnection(tx, 'UPDATE', key);
          const users = connection && (await removeIfUnused(tx, connection, by));
          if (users && users.length > 0) throw inUse(users);
          return connection;
        });
        pokeRelay();
        return removed;
      },
    }),
  ];
}

const postConnectionsGenerate = (deps: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/connections\\:generate',
    summary: 'Create a connection from credentials',
    access: { scope: 'installations:manage', frontend: true },
    body: connectionRequestSchema,
    rules: ({ body }) => connectionRule(deps, body),
    answers: { 201: connectionSchema, 403: problemSchema },
    docs: {
      description:
        'If the group already has a connection to the same account, that connection gets the credentials. If the provider refuses the credentials, the answer is 400; if it cannot be reached, `status` is `unverified`.',
    },
    handle: async ({ project, body, signal, by, fromPage }) => {
      if (fromPage && body.quotaPercent !== undefined)
        throw pageRefused('A key in a page may not set `quotaPercent`.');
      const where = { projectId: project.id, by, keepsCredentials: fromPage };
      return created(connectionAnswer(await generateConnection(deps, where, body, asking(deps, signal))));
    },
  });

const asking =
  (deps: Deps, signal: AbortSignal): AskProvider =>
  (access) =>
    probed(deps, access, signal);

const getConnection = (deps: RenewingDeps) =>
  endpoint({
    method: 'get',
    effect: 'once',
    path: '/projects/:projectIdOrName/connections/:connectionId',
    summary: 'Get a connection',
    access: { scope: 'installations:read', frontend: true },
    query: connectionQuerySchema,
    answers: {
      200: connectionSchema,
      403: problemSchema,
      422: problemSchema,
      502: problemSchema,
      503: problemSchema,
      504: problemSchema,
    },
    docs: {
      refusals: ['provider-refused', 'connection-not-working', 'provider-unreachable', 'provider-timeout'],
    },
    handle: async ({ project, params: { connectionId }, query, caller, ofGroup, by }) => {
      const { includeCreds = false, includeRefreshToken = false, refresh } = query;
      const withCreds = includeCreds || includeRefreshToken;
      if (withCreds || refresh) assertFull(caller);
      const { prisma, pool } = deps.database;
      const key = { projectId: project.id, id: connectionId, ...ofGroup };
      const found = foundConnection(await findConnection(prisma, key), connectionId);
      const connection = refresh ? await renewConnection(deps, found, { refresh, by }) : found;
      if (!withCreds) return ok(connectionAnswer(connection), refresh && unstored);
      const credentials = await openedCredentials({ prisma, sql: pool }, deps.secrets, connection.id);
      await insertAuditEntries(prisma, by, { resource: 'connection', before: connection, after: connection });
      return ok(connectionAnswer(connection, credentials), unstored);
    },
  });

const unstored = { 'Cache-Control': 'no-store' };

/** No token of a customer group has `full`. */
function assertFull(caller: Caller): void {
  if (holds(caller, 'full')) return;
  throw new Refusal('scope-missing', {
    detail: 'Only the scope `full` may read or renew credentials.',
  });
}

const inUse = (users: readonly string[]): Refusal =>
  new Refusal('in-use', {
    detail: `Installations write through this connection, such as ${users.map((id) => `\`${id}\``).join(', ')}.`,
    remedy: 'Delete these installations, or give them another connection, first.',
  });
