import { type Keyring, unseal, seal } from '@writ/tenancy';

/** How a connection signs its calls. An API key is sent like an access token that never expires. */
export type ConnectionCredentials = { accessToken: string; refreshToken?: string };

const place = (connectionId: string) => ({ table: 'connection', column: 'credentials', rowId: connectionId });

export const sealCredentials = (
  keyring: Keyring,
  credentials: ConnectionCredentials,
  connectionId: string,
): string => seal(keyring, JSON.stringify(credentials), place(connectionId));

export const unsealCredentials = (
  keyring: Keyring,
  sealed: string,
  connectionId: string,
): ConnectionCredentials => JSON.parse(unseal(keyring, sealed, place(connectionId))) as ConnectionCredentials;
