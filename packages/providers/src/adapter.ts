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
import type { CallSeen } from './call-seen.ts';
import type { DescribedObject } from './described-object.ts';
import type { Pace } from './pace.ts';
import type { LookedUp } from './look-up/sighting.ts';

/** How one account of a provider is reached. */
export type ProviderConnection = {
  provider: string;
  account: string;
  accessToken: string;
  /** The account's own address; the provider's usual one when absent, or where accounts have none of their own. */
  baseUrl?: string;
};

/** A call ends at the first of the two. */
export type CallLimits = {
  signal: AbortSignal;
  timeoutMs: number;
  /** Asked when a request has a connection and is about to leave: after a false it is not sent. */
  mayBegin?: () => boolean;
};

export type ProviderCall = CallLimits & {
  connection: ProviderConnection;
  objectName: string;
  /** Forwarded as they are, where the declaration allows it; they were checked before. */
  headers?: readonly ForwardHeader[];
  /** The record as the provider holds it is wanted, even if the provider has to be asked for it. */
  readBack: boolean;
  /** Asked before every request, and told what came of it; without one, requests begin at once. */
  pace?: Pace;
  /** Told of every request that was made. */
  onCall?: (seen: CallSeen) => void;
};

export type BatchCall = ProviderCall & {
  allOrNone: boolean;
  /**
   * True: the records belong to different writes, so each is judged for itself. A batch that is refused for some record which
   * is not named is not halved until it is known, but comes back with `tooMuchAtOnce`. A fault that may be about a neighbour
   * comes back as `unclear`.
   */
  isShared?: boolean;
  /**
   * Asked before every call after the first: some batches take several, and each costs quota and time.
   * After a false no further call is made; what was not written by then fails.
   */
  mayCallAgain?: () => boolean;
};

/** A record as it is at the provider: its fields, and as the provider shows it. */
export type CurrentRecord = { fields: JsonObject; shown: JsonObject };
/** Of each record, the names and values that no other record may have; none where nothing can find it again. */
export type UniqueKeys = { kind: 'keys'; records: readonly (readonly string[])[] };
/** The records in the order of the ids, undefined where there is none. */
export type ReadRecords = { kind: 'read'; records: readonly (CurrentRecord | undefined)[] };
export type Identity = { kind: 'identified'; account: string };

export type RefreshRequest = CallLimits & {
  /** Absent: the client gets a token for itself. */
  refreshToken?: string;
  clientId: string;
  clientSecret?: string;
  /** The account's own address: some providers refresh its tokens there. */
  baseUrl?: string;
};

/**
 * No `refreshToken`: an old one lives on. No `expiresInMs`: the provider does not tell, a 401 will. `account` and `baseUrl`:
 * whose account the tokens open and where it is called, as far as the provider tells that with them.
 */
export type GrantedTokens = {
  kind: 'granted';
  accessToken: string;
  refreshToken?: string;
  expiresInMs?: number;
  account?: string;
  baseUrl?: string;
};

/**
 * `dead`: what was sent for tokens is worth nothing any more; a person has to connect again. `clientRefused`: the fault lies
 * with the client that asked, whatever it asks for. Otherwise it passes.
 */
export type GrantFailed = { kind: 'failed'; fault: ProviderFault; dead: boolean; clientRefused?: true };

/** What a person is asked for at the provider's own page (RFC 6749, 4.1; RFC 7636). */
export type AuthorizationRequest = {
  clientId: string;
  /** None: what the app is registered with. */
  scopes: readonly string[];
  /** Where the browser is sent back to. */
  redirectUri: string;
  state: string;
  /** SHA-256 of the verifier that goes with the code, in base64url. */
  codeChallenge: string;
  /** The account's own address, where it is known. */
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

/** Where a provider is found and how customers give access to it, as callers are told. */
export type ProviderAccess = {
  /** Of its API; `{{.workspace}}` stands for the account's name at the provider. */
  baseUrl: string;
  oauth: {
    /** Where a person consents. */
    authUrl: string;
    tokenUrl: string;
    /** Scopes have to be named when a person is asked. */
    explicitScopesRequired: boolean;
    /** Where in the answer with tokens the account, the person and the scopes are. */
    tokenMetadataFields: { workspaceRefField: string; consumerRefField: string; scopesField: string };
  };
};

/**
 * How one provider is written to. None of these throws for what the provider or the network did: that is in the
 * outcome, and its `sent` tells whether something may have been written.
 */
export type ProviderAdapter = {
  declaration: ProviderDeclaration;
  access: ProviderAccess;
  create(call: ProviderCall, record: PlannedRecord): Promise<RecordOutcome>;
  update(call: ProviderCall, record: IdentifiedRecord): Promise<RecordOutcome>;
  remove(call: ProviderCall, id: string): Promise<RecordOutcome>;
  /** At most `declaration.batch.maxRecords` records. */
  createMany(call: BatchCall, records: readonly PlannedRecord[]): Promise<BatchOutcome>;
  /** At most `declaration.batch.maxRecords` records. An id that comes twice is written twice, in order. */
  updateMany(call: BatchCall, records: readonly IdentifiedRecord[]): Promise<BatchOutcome>;
  /** The named fields of up to 100 records, in one call. */
  read(call: ProviderCall, ids: readonly string[], fields: readonly string[]): Promise<ReadRecords | Failed>;
  /** What fields an object has, in one call; `not-found` where the account has no such object. */
  describeObject(call: ProviderCall): Promise<DescribedObject | Failed>;
  /**
   * Looks for what a create of these records may have made: by what is unique in them, with as few calls as it takes.
   * Fails when a call failed that may succeed later. What is only just being written may not be seen yet.
   */
  findCreated(
    call: ProviderCall & Pick<BatchCall, 'mayCallAgain'>,
    records: readonly PlannedRecord[],
  ): Promise<LookedUp | Failed>;
  /**
   * What these records to create can be looked for by. The provider's description of the object is asked for at most once in
   * ten minutes. Fails when that failed and may succeed later.
   */
  uniqueKeysOf(call: ProviderCall, records: readonly PlannedRecord[]): Promise<UniqueKeys | Failed>;
  /** The page of a record in the CRM, for people; undefined where its address is not certain. */
  recordPage(
    at: Pick<ProviderConnection, 'account' | 'baseUrl'>,
    objectName: string,
    id: string,
  ): string | undefined;
  /** Which account a token opens. */
  identify(
    call: CallLimits & { connection: Omit<ProviderConnection, 'account'> },
  ): Promise<Identity | Failed>;
  refreshToken(request: RefreshRequest): Promise<GrantedTokens | GrantFailed>;
  /** The page on which a person lets the builder's app into an account. */
  authorizationAddress(request: AuthorizationRequest): string;
  /** The tokens for the code that such a person brings back. */
  exchangeCode(request: CodeRequest): Promise<GrantedTokens | GrantFailed>;
};

export type IdentifiedRecord = PlannedRecord & { id: string };
