import type { ProviderFault } from '@writ/write-core';

/** The provider no longer takes the credentials: only the customer can mend that (Contract §4.6). */
export const deadConnection: ProviderFault = {
  kind: 'unauthorized',
  sent: 'notSent',
  retryable: true,
  message: 'The connection does not work until the customer reconnects it',
  waitsFor: 'connection',
};

/** The same, with what the provider said: it has refused credentials that cannot be renewed. */
export const refusedConnection = (refusal: ProviderFault): ProviderFault => ({
  ...deadConnection,
  message: `${deadConnection.message}: ${refusal.message}`,
  ...(refusal.code !== undefined && { code: refusal.code }),
  ...(refusal.status !== undefined && { status: refusal.status }),
});

/** Nobody knows yet whether the provider takes the credentials, nor whose they are. */
export const unverifiedConnection: ProviderFault = {
  kind: 'unavailable',
  sent: 'notSent',
  retryable: true,
  message: 'The provider could not be asked yet whether it takes the credentials of the connection',
  waitsFor: 'connection',
};

/** An outage of ours: it ends when those who run the service give the key back. */
export const sealedFast: ProviderFault = {
  kind: 'unavailable',
  sent: 'notSent',
  retryable: true,
  message: 'The credentials of the connection cannot be opened with the encryption keys of this service',
  ours: true,
};

export const noTimeForToken: ProviderFault = {
  kind: 'timeout',
  sent: 'notSent',
  retryable: true,
  message: 'A new access token did not come in time',
};

/** The provider has refused the token, and wrote nothing; the database is away, in which the next one is looked for. */
export const notRenewedNow: ProviderFault = {
  kind: 'unavailable',
  sent: 'rejected',
  retryable: true,
  message: 'A new access token was needed, and the service could not get it just now',
  ours: true,
};

/**
 * Why a write was not sent whose token could not be renewed: whatever happened to the token, nothing of the write has
 * left us. It waits for the connection: only a renewal helps, which nobody tries before the rest is over. A refusal that does
 * not concern the customer's consent concerns the builder's app at the provider.
 *
 * @param isOfApp the provider refuses the client of that app
 */
export function refreshFault(fault: ProviderFault, isOfApp: boolean): ProviderFault {
  const { kind, message, code, status, retryAfterMs, limit } = fault;
  return {
    kind: kind === 'unauthorized' ? 'forbidden' : kind,
    sent: 'notSent',
    retryable: true,
    message: `${isOfApp ? appRefused : 'The access token could not be renewed'}: ${message}`,
    waitsFor: 'connection',
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(limit !== undefined && { limit }),
  };
}

/** The builder has to fix the app; customers cannot. */
const appRefused = 'The access token could not be renewed because the CRM rejects the provider app';
