import type { Queryable } from '@writ/db';
import type { Seal, SealedPlace, Secrets } from '@writ/tenancy';

/**
 * An API key is an access token without end. A customer's own client gets access tokens for itself;
 * `accessToken` is empty before the first.
 */
export type ConnectionCredentials = {
  accessToken: string;
  refreshToken?: string;
  clientId?: string;
  clientSecret?: string;
};

export const isRenewable = ({ refreshToken, clientId }: ConnectionCredentials): boolean =>
  refreshToken !== undefined || clientId !== undefined;

const place = (rowId: string): SealedPlace => ({ table: 'connection', column: 'credentials', rowId });

/** @param seal of the connection's project */
export const sealCredentials = (
  seal: Seal,
  credentials: ConnectionCredentials,
  connectionId: string,
): string => seal(JSON.stringify(credentials), place(connectionId));

/** @param on connection of an open transaction. @throws SealedError */
export const unsealCredentials = async (
  secrets: Secrets,
  sealed: string,
  connectionId: string,
  on?: Queryable,
): Promise<ConnectionCredentials> =>
  JSON.parse(await secrets.open(sealed, place(connectionId), on)) as ConnectionCredentials;

/** True for credentials that were only resealed. */
export const areSame = (one: ConnectionCredentials, other: ConnectionCredentials): boolean =>
  (['accessToken', 'refreshToken', 'clientId', 'clientSecret'] as const).every(
    (name) => one[name] === other[name],
  );

/** Then they open the same account, whatever was renewed since. */
export const shareSecret = (one: ConnectionCredentials, other: ConnectionCredentials): boolean =>
  (['accessToken', 'refreshToken', 'clientSecret'] as const).some(
    (name) => one[name] !== undefined && one[name] !== '' && one[name] === other[name],
  );
