import type { SealedColumn } from '@writ/tenancy';

/** Where the secrets of connections and provider apps are sealed. */
export const secretColumns: readonly SealedColumn[] = [
  { table: 'connection', column: 'credentials' },
  { table: 'provider_app', column: 'client_secret' },
];
