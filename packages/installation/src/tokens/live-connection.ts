import type { Database } from '@writ/db';
import type { ProviderFault } from '@writ/write-core';
import type { SealedError, Secrets } from '@writ/tenancy';
import type { ConnectionForCall, FindConnectionForCall } from '../write-road/connections-for-call.ts';
import type { Announce } from './store-tokens.ts';

/** A connection ready for a call, or the reason why there is none; then nothing was sent. */
export type LiveConnection =
  { kind: 'usable'; connection: ConnectionForCall } | { kind: 'failed'; fault: ProviderFault };

export type RefreshRequest = {
  /** Absent: the client gets a token for itself. */
  refreshToken?: string;
  clientId: string;
  clientSecret: string;
  baseUrl?: string;
  signal: AbortSignal;
  timeoutMs: number;
};
export type RefreshResult =
  | { kind: 'granted'; accessToken: string; refreshToken?: string; expiresInMs?: number; baseUrl?: string }
  /** `dead`: no refresh of this connection can succeed. `clientRefused`: nor any other by this client. */
  | { kind: 'failed'; fault: ProviderFault; dead: boolean; clientRefused?: true };

export type RefreshingProviders = { adapterFor: (provider: string) => Refreshing | undefined };
export type Refreshing = { refreshToken(request: RefreshRequest): Promise<RefreshResult> };

export type LiveConnectionsDeps = {
  database: Pick<Database, 'pool' | 'transaction'>;
  secrets: Secrets;
  /** Reads the connection fresh: renewals and give-ups are judged by it. */
  findConnection: FindConnectionForCall;
  providers: RefreshingProviders;
  /** In the transaction of the change. */
  announce: Announce;
  random: () => number;
  /** Called if no key opens the credentials: operators must act. */
  onSealedFast: (connectionId: string, error: SealedError) => void;
};
