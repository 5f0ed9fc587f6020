import type { Database } from '@writ/db';
import type { ProviderFault } from '@writ/write-core';
import type { SealedError, Secrets } from '@writ/tenancy';
import type { ConnectionForCall, FindConnectionForCall } from '../write-road/connections-for-call.ts';
import type { Announce } from './store-tokens.ts';

/** A connection that a call can be made with, or why none can be made now; nothing was sent then. */
export type LiveConnection =
  { kind: 'usable'; connection: ConnectionForCall } | { kind: 'failed'; fault: ProviderFault };

export type RefreshRequest = {
  /** Absent: the client gets a token for itself. */
  refreshToken?: string;
  clientId: string;
  clientSecret: string;
  /** The account's own address, where it has one. */
  baseUrl?: string;
  signal: AbortSignal;
  timeoutMs: number;
};
export type RefreshResult =
  | { kind: 'granted'; accessToken: string; refreshToken?: string; expiresInMs?: number; baseUrl?: string }
  /** `dead`: no refresh of this connection can succeed any more. `clientRefused`: nor any in the name of this client. */
  | { kind: 'failed'; fault: ProviderFault; dead: boolean; clientRefused?: true };

/** The part of the providers that refreshes tokens. */
export type RefreshingProviders = { adapterFor: (provider: string) => Refreshing | undefined };
export type Refreshing = { refreshToken(request: RefreshRequest): Promise<RefreshResult> };

export type LiveConnectionsDeps = {
  database: Pick<Database, 'pool' | 'transaction'>;
  secrets: Secrets;
  /** The connection as it is now: what is renewed or given up is judged by this. */
  findConnection: FindConnectionForCall;
  /** Who can refresh the tokens of a provider. */
  providers: RefreshingProviders;
  /** Writes events into the outbox, in the transaction that stores what they tell. */
  announce: Announce;
  random: () => number;
  /** Told of each connection whose credentials no key opens: those who run the service have to do something. */
  onSealedFast: (connectionId: string, error: SealedError) => void;
};
