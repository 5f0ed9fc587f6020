import type {
  BatchOutcome,
  Failed,
  ForwardHeader,
  JsonObject,
  PlannedRecord,
  ProviderDeclaration,
  ProviderFault,
  RecordOutcome,
} from '@writ/write-core';
import type { AccountAddresses } from './account-addresses.ts';
import type { CallSeen } from './call-seen.ts';
import type { DescribedObject } from './described-object.ts';
import type { Pace } from './pace.ts';
import type { KeyField } from './look-up/key-field.ts';
import type { LookedUp } from './look-up/sighting.ts';

export type ProviderConnection = {
  provider: string;
  account: string;
  accessToken: string;
  /** The account's own address; absent: the provider's usual one. */
  baseUrl?: string;
};

export type CallLimits = {
  signal: AbortSignal;
  timeoutMs: number;
  /** Asked just before a request leaves; if false, it is not sent. */
  mayBegin?: () => boolean;
};

export type ProviderCall = CallLimits & {
  connection: ProviderConnection;
  objectName: string;
  /** Forwarded unchanged; the plan has checked them. */
  headers?: readonly ForwardHeader[];
  /** Return the record as the provider holds it, even if that takes another call. */
  readBack: boolean;
  pace?: Pace;
  onCall?: (seen: CallSeen) => void;
};

export type BatchCall = ProviderCall & {
  allOrNone: boolean;
  /**
   * The records belong to different writes, so each is judged alone. A refusal that names no record is not
   * narrowed down: the records get `tooMuchAtOnce`. A fault that may be a neighbour's is `unclear`.
   */
  isShared?: boolean;
  /** Asked before each call after the first; if false, no call is made and the unwritten records fail. */
  mayCallAgain?: () => boolean;
};

export type CurrentRecord = { fields: JsonObject; shown: JsonObject };
/** Per record, the names and values that no other record may have. */
export type UniqueKeys = { kind: 'keys'; records: readonly (readonly string[])[] };
/** `names`: all unique fields; `field`: undefined if the requested one is not unique. */
export type FoundKeyField = { kind: 'key'; field: KeyField | undefined; names: readonly string[] };
/** In the order of the ids; undefined for a missing record. */
export type ReadRecords = { kind: 'read'; records: readonly (CurrentRecord | undefined)[] };
export type Identity = { kind: 'identified'; account: string };

export type RefreshRequest = CallLimits & {
  /** Absent: the client gets a token for itself. */
  refreshToken?: string;
  clientId: string;
  clientSecret?: string;
  /** Some providers refresh tokens at the account's own address. */
  baseUrl?: string;
};

/** Absent `refreshToken`: the old one stays valid. Absent `expiresInMs`: unknown. */
export type GrantedTokens = {
  kind: 'granted';
  accessToken: string;
  refreshToken?: string;
  expiresInMs?: number;
  account?: string;
  baseUrl?: string;
};

/**
 * `dead`: a person has to connect again. `clientRefused`: the app is refused. Otherwise the failure passes.
 */
export type GrantFailed = { kind: 'failed'; fault: ProviderFault; dead: boolean; clientRefused?: true };

/** Absent client: the project no longer has an app. */
export type RevokeRequest = CallLimits & {
  refreshToken: string;
  clientId?: string;
  clientSecret?: string;
  baseUrl?: string;
};

export type Revoked = { kind: 'revoked' };

/** A request for consent at the provider's page (RFC 6749, 4.1; RFC 7636). */
export type AuthorizationRequest = {
  clientId: string;
  /** Empty: the scopes that the app is registered with. */
  scopes: readonly string[];
  redirectUri: string;
  state: string;
  /** SHA-256 of the code verifier, in base64url. */
  codeChallenge: string;
  baseUrl?: string;
};

export type CodeRequest = CallLimits & {
  clientId: string;
  clientSecret: string;
  code: string;
  codeVerifier: string;
  redirectUri: string;
  baseUrl?: string;
};

export type ProviderAccess = {
  /** The API's; `{{.workspace}}` stands for the account's name. */
  baseUrl: string;
  oauth: {
    authUrl: string;
    tokenUrl: string;
    explicitScopesRequired: boolean;
    /** Members of the token response with account, person and scopes. */
    tokenMetadataFields: { workspaceRefField: string; consumerRefField: string; scopesField: string };
  };
};

/**
 * Calls one provider. Functions never throw for a failure of provider or network: the outcome holds it, and
 * `sent` says whether something may have been written.
 */
export type ProviderAdapter = {
  declaration: ProviderDeclaration;
  access: ProviderAccess;
  accountAddresses?: AccountAddresses;
  create(call: ProviderCall, record: PlannedRecord): Promise<RecordOutcome>;
  update(call: ProviderCall, record: IdentifiedRecord): Promise<RecordOutcome>;
  remove(call: ProviderCall, id: string): Promise<RecordOutcome>;
  /** At most `declaration.batch.maxRecords` records. */
  createMany(call: BatchCall, records: readonly PlannedRecord[]): Promise<BatchOutcome>;
  /** At most `declaration.batch.maxRecords` records. A repeated id is written repeatedly, in order. */
  updateMany(call: BatchCall, records: readonly IdentifiedRecord[]): Promise<BatchOutcome>;
  /**
   * The provider's own upsert by a unique field: at most `declaration.batch.maxRecords` records with distinct
   * values. Created or updated, a record gets the same fields.
   */
  upsertMany(call: BatchCall, field: string, records: readonly PlannedRecord[]): Promise<BatchOutcome>;
  /** The same for one record, with `readBack`; absent: `upsertMany` is used. */
  upsert?(call: ProviderCall, field: string, record: PlannedRecord): Promise<RecordOutcome>;
  /** A unique field by name. Describes the object at most once in ten minutes. */
  keyField(call: ProviderCall, name: string): Promise<FoundKeyField | Failed>;
  /** Looks up the records of upserts. Fails if a call failed that may succeed later. */
  findByKey(
    call: ProviderCall & Pick<BatchCall, 'mayCallAgain'>,
    field: KeyField,
    records: readonly PlannedRecord[],
  ): Promise<LookedUp | Failed>;
  /** Up to 100 records, in one call. */
  read(call: ProviderCall, ids: readonly string[], fields: readonly string[]): Promise<ReadRecords | Failed>;
  /** One call; `not-found` if the account has no such object. */
  describeObject(call: ProviderCall): Promise<DescribedObject | Failed>;
  /**
   * Looks for records that a create of these may have made, by their unique values; may miss one that is just
   * being written. Fails if a call failed that may succeed later.
   */
  findCreated(
    call: ProviderCall & Pick<BatchCall, 'mayCallAgain'>,
    records: readonly PlannedRecord[],
  ): Promise<LookedUp | Failed>;
  /**
   * The values by which these records can be found. Describes the object at most once in ten minutes; fails
   * if that failed and may succeed later.
   */
  uniqueKeysOf(call: ProviderCall, records: readonly PlannedRecord[]): Promise<UniqueKeys | Failed>;
  /** The record's page for people; undefined unless its address is certain. */
  recordPage(
    at: Pick<ProviderConnection, 'account' | 'baseUrl'>,
    objectName: string,
    id: string,
  ): string | undefined;
  identify(
    call: CallLimits & { connection: Omit<ProviderConnection, 'account'> },
  ): Promise<Identity | Failed>;
  refreshToken(request: RefreshRequest): Promise<GrantedTokens | GrantFailed>;
  /** Revokes a refresh token; a token unknown to the provider counts as revoked. */
  revokeToken(request: RevokeRequest): Promise<Revoked | GrantFailed>;
  /** The page on which a person authorizes the builder's app. */
  authorizationAddress(request: AuthorizationRequest): string;
  exchangeCode(request: CodeRequest): Promise<GrantedTokens | GrantFailed>;
};

export type IdentifiedRecord = PlannedRecord & { id: string };
