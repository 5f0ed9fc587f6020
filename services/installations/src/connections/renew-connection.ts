import type { Actor, ConnectionQuery } from '@writ/contracts';
import { invalidInput, type Fault } from '@writ/problems';
import {
  findConnection,
  isRenewable,
  type Connection,
  type ConnectionCredentials,
  type LiveConnections,
} from '@writ/installation';
import { unlessSealed } from '@writ/service-parts';
import { refuseQuestion } from '../asking/refuse-question.ts';
import type { Deps } from '../deps.ts';
import { foundConnection } from '../not-found.ts';
import { sealedCredentials } from './opened-credentials.ts';

export type RenewingDeps = Deps & { connections: Pick<LiveConnections, 'renewFor'> };
type Refresh = NonNullable<ConnectionQuery['refresh']>;

/** The provider's limit, and time to store. */
const limitMs = 25_000;

/**
 * Renews the access token; concurrent callers share a renewal. `ifExpired` does nothing if the token is valid or
 * cannot be renewed. The audit has the result.
 * @throws Fault if there is nothing to renew with; Refusal if the provider grants no token
 */
export async function renewConnection(
  deps: RenewingDeps,
  connection: Connection,
  { refresh, by }: { refresh: Refresh; by: Actor },
): Promise<Connection> {
  const { id, projectId, status } = connection;
  const { prisma } = deps.database;
  const found = await unlessSealed(sealedCredentials, () => deps.findForCall(id));
  const held = foundConnection(found, id);
  const ifExpired = refresh === 'ifExpired';
  if (ifExpired && !(held.refreshDue && isRenewable(held))) return connection;
  const live = await deps.connections.renewFor(by, held, AbortSignal.timeout(limitMs));
  const after = foundConnection(await findConnection(prisma, { projectId, id }), id);
  const isRenewed = live?.kind === 'usable';
  if (isRenewed || after.status !== status) deps.pokeRelay();
  const isGoodStill = ifExpired && !held.expired && after.status === status;
  if (isRenewed || isGoodStill) return after;
  if (!live) throw notRenewable(connection, held, refresh);
  throw refuseQuestion(live.fault, connection, { context: { status: after.status } });
}

function notRenewable(
  { provider, projectId }: Connection,
  credentials: ConnectionCredentials,
  refresh: Refresh,
): Fault {
  const words = isRenewable(credentials)
    ? {
        detail: `The project has no OAuth client to renew the access token with: it has no provider app for \`${provider}\`.`,
        remedy: `Send \`POST /v1/projects/${projectId}/provider-apps\` with the \`provider\`, \`clientId\`, \`clientSecret\` and \`scopes\` of the app that the customer let in.`,
      }
    : {
        detail: 'The connection has no refresh token, so its access token cannot be renewed.',
        remedy: 'Leave `refresh` out, or have the customer connect by OAuth.',
      };
  return invalidInput([{ in: 'query', name: 'refresh', value: refresh, ...words }]);
}
