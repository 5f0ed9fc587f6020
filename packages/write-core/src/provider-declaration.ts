import type { WriteType } from './plan.ts';

export type CredentialScheme = 'apiKey' | 'basicAuth' | 'oauth2AuthorizationCode' | 'oauth2ClientCredentials';

/** A provider's abilities, checked before anything is sent (Specification, feature availability). */
export type ProviderDeclaration = {
  name: string;
  displayName: string;
  /** A create may have associations. */
  associations: boolean;
  /** Headers may be forwarded. */
  headers: boolean;
  /** Lower-case names of headers with conditions on the record; only for a single create or update. */
  conditionalHeaders?: readonly string[];
  /** Records per call, and whether one bad record can fail them all. Absent: no batch. */
  batch?: { maxRecords: number; allOrNone: { create: boolean; update: boolean } };
  /**
   * Whether asynchronous single writes share batch calls by default, since the provider reports each record's outcome.
   * Absent: never.
   */
  gathers?: boolean;
  /**
   * Fields that are unique among an object's records, as known without asking. Absent: only the provider's description
   * names them.
   */
  uniqueFieldsOf?: (objectName: string) => readonly string[];
  delete: boolean;
  ifEmpty: boolean;
  /** So that an id can never change a path. */
  recordIdPattern: RegExp;
  /** Equal for all forms of one record's id; the only valid comparison. */
  recordKeyOf: (id: string) => string;
  /** The provider's own form of an id; default: `recordKeyOf`. */
  recordIdOf?: (id: string) => string;
  /** Equal for all names of one field; `id` for the record's id. Absent: names are compared as written. */
  fieldKeyOf?: (name: string) => string;
  /** Members of a read record that are never written, as from `fieldKeyOf`. */
  notFields?: readonly string[];
  /** How connections sign their calls. */
  authType: 'oauth2' | 'apiKey';
  credentials: readonly CredentialScheme[];
  writes: readonly WriteType[];
};
