import type { WriteType } from './plan.ts';

export type CredentialScheme = 'apiKey' | 'basicAuth' | 'oauth2AuthorizationCode' | 'oauth2ClientCredentials';

/** Checked before anything is sent (Specification, feature availability). */
export type ProviderDeclaration = {
  name: string;
  displayName: string;
  /** With a create. */
  associations: boolean;
  /** Forwarded. */
  headers: boolean;
  /** Lower-case; only for a single create or update. */
  conditionalHeaders?: readonly string[];
  /** Records per call, and whether one bad record can fail all. Absent: no batch. */
  batch?: { maxRecords: number; allOrNone: { create: boolean; update: boolean; upsert: boolean } };
  /** Asynchronous single writes share calls by default: the provider reports each record's outcome. */
  gathers?: boolean;
  /** Unique fields, as known without asking. Absent: only the provider's description names them. */
  uniqueFieldsOf?: (objectName: string) => readonly string[];
  delete: boolean;
  ifEmpty: boolean;
  /** So that an id can never change a path. */
  recordIdPattern: RegExp;
  /** Equal for all forms of an id; compare ids only by this. */
  recordKeyOf: (id: string) => string;
  /** The provider's own form; default: `recordKeyOf`. */
  recordIdOf?: (id: string) => string;
  /** Equal for all names of a field; `id` for the id. Absent: as written. */
  fieldKeyOf?: (name: string) => string;
  /** Never written; names as from `fieldKeyOf`. */
  notFields?: readonly string[];
  authType: 'oauth2' | 'apiKey';
  credentials: readonly CredentialScheme[];
  writes: readonly WriteType[];
};
