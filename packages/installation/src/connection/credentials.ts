import type { Seal, SealedPlace, Secrets } from '@writ/tenancy';

/** How a connection signs its calls. An API key is sent like an access token that never expires. */
export type ConnectionCredentials = { accessToken: string; refreshToken?: string };

const place = (rowId: string): SealedPlace => ({ table: 'connection', column: 'credentials', rowId });

/** @param seal of the connection's project */
export const sealCredentials = (
  seal: Seal,
  credentials: ConnectionCredentials,
  connectionId: string,
): string => seal(JSON.stringify(credentials), place(connectionId));

/** @throws SealedError */
export const unsealCredentials = async (
  secrets: Secrets,
  sealed: string,
  connectionId: string,
): Promise<ConnectionCredentials> =>
  JSON.parse(await secrets.open(sealed, place(connectionId))) as ConnectionCredentials;

/** Sealed anew they are the same. */
export const areSame = (one: ConnectionCredentials, other: ConnectionCredentials): boolean =>
  one.accessToken === other.accessToken && one.refreshToken === other.refreshToken;
