import {
  connectionListQuerySchema,
  connectionListSchema,
  connectionPatchSchema,
  connectionQuerySchema,
  connectionRequestSchema,
  connectionSchema,
  problemSchema,
} from '@writ/contracts';
import { created, endpoint, holds, linkedPages, noContent, ok, Refusal, type Caller } from '@writ/http-kit';
import { findConnection, holdConnection, listConnections } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';
import { connectionAnswer } from '../../answers.ts';
import { connectionRule } from '../../connections/connection-rule.ts';
import { generateConnection } from '../../connections/generate-connection.ts';
import { connectionMaskRule } from '../../connections/masked-connection.ts';
import { openedCredentials } from '../../connections/opened-credentials.ts';
import { probed, type AskProvider } from '../../connections/probed-credentials.ts';
import { renewConnection, type RenewingDeps } from '../../connections/renew-connection.ts';
import { removeIfUnused } from '../../connections/remove-if-unused.ts';
import { updateConnection } from '../../connections/update-connection.ts';
import type { Deps } from '../../deps.ts';
import { connectionNotFound } from '../../not-found.ts';

export const postConnectionsGenerate = (deps: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/connections\\:generate',
    summary: 'Make a connection from credentials',
    access: { scope: 'installations:manage', frontend: true },
    body: connectionRequestSchema,
    rules: ({ body }) => connectionRule(deps, body),
    answers: { 201: connectionSchema, 403: problemSchema },
    docs: {
      description:
        'If the group already has a connection to the same account, that connection gets the credentials. Credentials that the provider refuses are 400; while it cannot be asked, `status` is `unverified`.',
    },
    handle: async ({ project, body, signal, by, fromPage }) => {
      const where = { projectId: project.id, by, keepsCredentials: fromPage };
      return created(connectionAnswer(await generateConnection(deps, where, body, asking(deps, signal))));
    },
  });

const asking =
  (deps: Deps, signal: AbortSignal): AskProvider =>
  (access) =>
    probed(deps, access, signal);

const pages = linkedPages('connections');

export const getConnections = ({ database }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/connections',
    summary: 'List the connections of a project',
    access: { scope: 'installations:read', frontend: 'named-group' },
    query: connectionListQuerySchema,
    rules: pages.rule,
    answers: { 200: connectionListSchema },
    docs: pages.docs,
    handle: (asked) =>
      pages.answer(
        asked,
        (span, filter) => {
          const { project, ofGroup } = asked;
          return listConnections(database.prisma, { ...filter, ...ofGroup, projectId: project.id }, span);
        },
        (connections) => connections.map((connection) => connectionAnswer(connection)),
      ),
  });

export const getConnection = (deps: RenewingDeps) =>
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
      const found = await findConnection(prisma, { projectId: project.id, id: connectionId, ...ofGroup });
      if (found === undefined) throw connectionNotFound(connectionId);
      const connection = refresh ? await renewConnection(deps, found, { refresh, by }) : found;
      if (!withCreds) return ok(connectionAnswer(connection), refresh && unstored);
      const credentials = await openedCredentials({ prisma, sql: pool }, deps.secrets, connection.id);
      await insertAuditEntries(prisma, by, { resource: 'connection', before: connection, after: connection });
      return ok(connectionAnswer(connection, credentials), unstored);
    },
  });

const unstored = { 'Cache-Control': 'no-store' };

/** Which no token of a customer group has. */
function assertFull(caller: Caller): void {
  if (holds(caller, 'full')) return;
  throw new Refusal('scope-missing', {
    detail: 'Credentials are answered to the scope `full` alone, and renewed for it alone.',
  });
}

export const patchConnection = (deps: Deps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/connections/:connectionId',
    summary: 'Change a connection, or give it new credentials',
    access: { scope: 'installations:manage', frontend: 'own-group' },
    body: connectionPatchSchema,
    rules: ({ body }) => connectionMaskRule(body),
    answers: { 200: connectionSchema },
    handle: async ({ project, params: { connectionId }, body, signal, ofGroup, by }) => {
      const key = { projectId: project.id, id: connectionId, ...ofGroup };
      return ok(connectionAnswer(await updateConnection(deps, { key, by }, body, asking(deps, signal))));
    },
  });

export const deleteConnection = ({ database, pokeRelay }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/connections/:connectionId',
    summary: 'Delete a connection that no installation uses',
    access: { scope: 'installations:manage', frontend: 'own-group' },
    answers: { 204: null, 409: problemSchema },
    docs: { refusals: ['in-use'] },
    handle: async ({ project, params: { connectionId: id }, ofGroup, by }) => {
      await database.transaction(async (tx) => {
        const key = { projectId: project.id, id, ...ofGroup };
        const connection = await holdConnection(tx, 'UPDATE', key);
        if (connection === undefined) throw connectionNotFound(id);
        const users = await removeIfUnused(tx, connection, by);
        if (users.length > 0) throw inUse(users);
      });
      pokeRelay();
      return noContent();
    },
  });

const inUse = (users: readonly string[]): Refusal =>
  new Refusal('in-use', {
    detail: `Installations write through this connection, such as ${users.map((id) => `\`${id}\``).join(', ')}.`,
    remedy: 'Delete these installations, or give them another connection, first.',
  });
