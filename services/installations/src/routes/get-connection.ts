import {
  connectionQuerySchema,
  connectionSchema,
  inputValidationProblemSchema,
  problemSchema,
} from '@writ/contracts';
import { type Caller, endpoint, ok, Refusal } from '@writ/http-kit';
import { findConnection } from '@writ/installation';
import { connectionAnswer } from '../answers.ts';
import { openedCredentials } from '../connections/opened-credentials.ts';
import type { Deps } from '../deps.ts';
import { connectionNotFound } from '../not-found.ts';

export const getConnection = ({ database: { prisma }, keyring }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/connections/:connectionId',
    summary: 'Get a connection',
    access: { scope: 'installations:read', frontend: true },
    query: connectionQuerySchema,
    answers: {
      200: connectionSchema,
      400: inputValidationProblemSchema,
      403: problemSchema,
      404: inputValidationProblemSchema,
    },
    handle: async ({ project, params: { connectionId }, query, caller }) => {
      if (query.includeCreds === true) assertFull(caller);
      const connection = await findConnection(prisma, { projectId: project.id, id: connectionId });
      if (connection === undefined) throw connectionNotFound(connectionId);
      if (query.includeCreds !== true) return ok(connectionAnswer(connection));
      const credentials = await openedCredentials(prisma, keyring, connection.id);
      return ok(connectionAnswer(connection, credentials), { 'Cache-Control': 'no-store' });
    },
  });

function assertFull(caller: Caller): void {
  if (caller.kind === 'admin' || (caller.kind === 'apiKey' && caller.scopes.has('full'))) return;
  throw new Refusal('scope-missing', { detail: 'Credentials are answered to the scope `full` alone.' });
}
