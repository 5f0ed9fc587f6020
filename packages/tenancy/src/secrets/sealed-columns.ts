/**
 * Every column that holds secrets of projects: nothing is sealed for another one, and all of them are sealed anew. Each of
 * these tables has an `id` and a `project_id`.
 */
export const sealedColumns = [
  { table: 'connection', column: 'credentials' },
  { table: 'provider_app', column: 'client_secret' },
  { table: 'destination', column: 'sealed' },
  { table: 'oauth_connect', column: 'code_verifier' },
] as const;

/** Where a sealed value stands: it opens nowhere else, so rows can't be swapped. */
export type SealedPlace = (typeof sealedColumns)[number] & { rowId: string };
