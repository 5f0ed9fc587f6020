import type { Queryable } from '@writ/db';
import type { Seal, SealedPlace, Secrets } from '@writ/tenancy';

/**
 * How a connection signs its calls. An API key is sent like an access token that never expires. A client of the customer's
 * own gets access tokens for itself; `accessToken` is empty before the first.
 */
export type ConnectionCredentials = {
  accessToken: string;
  refreshToken?: string;
  clientId?: string;
  clientSecret?: string;
};

/** Whether a new access token can be had with them. */
export const isRenewable = ({ refreshToken, clientId }: ConnectionCredentials): boolean =>
  refreshToken !== undefined || clientId !== undefined;

const place = (rowId: string): SealedPlace => ({ table: 'connection', column: 'credentials', rowId });

/** @param seal of the connection's project */
export const sealCredentials = (
  seal: Seal,
  credentials: ConnectionCredentials,
  connectionId: string,
): string => seal(JSON.stringify(credentials), place(connectionId));

/** @param on the connection of a transaction that is open. @throws SealedError */
export const unsealCredentials = async (
  secrets: Secrets,
  sealed: string,
  connectionId: string,
  on?: Queryable,
): Promise<ConnectionCredentials> =>
  JSON.parse(await secrets.open(sealed, place(connectionId), on)) as ConnectionCredentials;

/** Sealed anew they are the same. */
export const areSame = (one: ConnectionCredentials, other: ConnectionCredentials): boolean =>
  (['accessToken', 'refreshToken', 'clientId', 'clientSecret'] as const).every(
    (name) => one[name] === other[name],
  );

/** Whether a secret of the one is a secret of the other: they open the same account then, whatever was renewed since. */
export const shareSecret = (one: ConnectionCredentials, other: ConnectionCredentials): boolean =>
  (['accessToken', 'refreshToken', 'clientSecret'] as const).some(
    (name) => one[name] !== undefined && one[name] !== '' && one[name] === other[name],
  );
