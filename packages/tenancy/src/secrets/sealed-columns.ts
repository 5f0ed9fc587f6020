/** Every column with secrets of projects, for `reseal`. Each table has `id` and `project_id`. */
export const sealedColumns = [
  { table: 'connection', column: 'credentials' },
  { table: 'provider_app', column: 'client_secret' },
  { table: 'destination', column: 'sealed' },
  { table: 'oauth_connect', column: 'code_verifier' },
] as const;

/** A sealed value opens only in its place, so rows can't be swapped. */
export type SealedPlace = (typeof sealedColumns)[number] & { rowId: string };
