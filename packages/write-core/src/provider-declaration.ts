import type { WriteType } from './plan.ts';

/** What the credentials of a connection may be given as. */
export type CredentialScheme = 'apiKey' | 'basicAuth' | 'oauth2AuthorizationCode' | 'oauth2ClientCredentials';

/** What a provider can do, as data: checked before anything is sent (Specification, feature availability). */
export type ProviderDeclaration = {
  name: string;
  displayName: string;
  /** Associations may be given with a create. */
  associations: boolean;
  /** Headers may be forwarded. */
  headers: boolean;
  /** Those that make a write depend on the record, in small letters: they count for a single create or update alone. */
  conditionalHeaders?: readonly string[];
  /** Batch writes: records a call, and whether one bad record can fail them all. Absent: no batch. */
  batch?: { maxRecords: number; allOrNone: { create: boolean; update: boolean } };
  /**
   * Whether asynchronous writes of one record share batch calls where the installation's config does not say: the provider
   * says of each record what became of it. Absent: each has a call of its own, whatever the config says.
   */
  gathers?: boolean;
  /**
   * Fields of which two records of the object never hold the same value, as far as that is known without asking. Absent: only
   * the provider's description of the object names them.
   */
  uniqueFieldsOf?: (objectName: string) => readonly string[];
  delete: boolean;
  ifEmpty: boolean;
  /** The form of this provider's record ids, so that an id can never change a path. */
  recordIdPattern: RegExp;
  /** The same for two ids, of that form, of one record: only this tells whether two ids are the same. */
  recordKeyOf: (id: string) => string;
  /** An id of that form as the provider itself tells it. Absent: as `recordKeyOf` gives it. */
  recordIdOf?: (id: string) => string;
  /** The same for two names of one field, and `id` for that of the record's id. Absent: names are told apart as written. */
  fieldKeyOf?: (name: string) => string;
  /** Members of a record as it is read that are no fields of it, as `fieldKeyOf` has their names: they are never written. */
  notFields?: readonly string[];
  /** How its connections sign their calls. */
  authType: 'oauth2' | 'apiKey';
  /** What credentials it takes. */
  credentials: readonly CredentialScheme[];
  writes: readonly WriteType[];
};
