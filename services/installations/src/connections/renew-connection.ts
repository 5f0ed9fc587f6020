import type { Actor, ConnectionQuery } from '@writ/contracts';
import { invalidInput, type Fault } from '@writ/http-kit';
import {
  findConnection,
  isRenewable,
  type Connection,
  type ConnectionCredentials,
  type LiveConnections,
} from '@writ/installation';
import { refuseQuestion } from '../asking/refuse-question.ts';
import type { Deps } from '../deps.ts';
import { connectionNotFound } from '../not-found.ts';
import { unlessSealed } from './opened-credentials.ts';

export type RenewingDeps = Deps & { connections: Pick<LiveConnections, 'renewFor'> };
type Refresh = NonNullable<ConnectionQuery['refresh']>;

/** How long a new token is waited for: as long as the provider has for it, and time to store it. */
const limitMs = 25_000;

/**
 * Renews the access token of a connection for who asks for that, in turn with all that renew it before a call: of those
 * who come at once one does. With `ifExpired` nothing is done where the token lasts, or nothing could renew it. Gives the
 * connection as it is then; the audit has what came of it.
 *
 * @throws Fault where there is nothing to renew it with, Refusal where the provider grants no token, now or ever again
 */
export async function renewConnection(
  deps: RenewingDeps,
  connection: Connection,
  { refresh, by }: { refresh: Refresh; by: Actor },
): Promise<Connection> {
  const { id, projectId, status } = connection;
  const { prisma } = deps.database;
  const held = await unlessSealed(() => deps.findForCall(id));
  if (!held) throw connectionNotFound(id);
  const ifExpired = refresh === 'ifExpired';
  if (ifExpired && !(held.refreshDue && isRenewable(held))) return connection;
  const live = await deps.connections.renewFor(by, held, AbortSignal.timeout(limitMs));
  const after = await findConnection(prisma, { projectId, id });
  if (!after) throw connectionNotFound(id);
  const isRenewed = live?.kind === 'usable';
  if (isRenewed || after.status !== status) deps.pokeRelay();
  // A token that still lives is as good as before, should it not be renewed in time.
  const isGoodStill = ifExpired && !held.expired && after.status === status;
  if (isRenewed || isGoodStill) return after;
  if (!live) throw notRenewable(connection, held, refresh);
  throw refuseQuestion(live.fault, connection, { context: { status: after.status } });
}

/** What is missing for a renewal is of the credentials, or of the project. */
function notRenewable(
  { provider, projectId }: Connection,
  credentials: ConnectionCredentials,
  refresh: Refresh,
): Fault {
  const place = { in: 'query', name: 'refresh', value: refresh } as const;
  if (!isRenewable(credentials))
    return invalidInput([
      {
        ...place,
        detail: 'The connection has no refresh token, so that nobody can renew its access token.',
        remedy: 'Leave `refresh` out, or have the customer connect by OAuth.',
      },
    ]);
  return invalidInput([
    {
      ...place,
      detail: `The project has no OAuth client to renew the access token with: it has no provider app for \`${provider}\`.`,
      remedy: `Send \`POST /v1/projects/${projectId}/provider-apps\` with the \`provider\`, \`clientId\`, \`clientSecret\` and \`scopes\` of the app that the customer let in.`,
    },
  ]);
}
