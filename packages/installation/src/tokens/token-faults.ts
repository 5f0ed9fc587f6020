import type { ProviderFault } from '@writ/write-core';

/** Only the customer can fix that. */
export const deadConnection: ProviderFault = {
  kind: 'unauthorized',
  sent: 'notSent',
  retryable: true,
  message: 'The connection does not work until the customer reconnects it',
  waitsFor: 'connection',
};

/** The same, with the provider's words. */
export const refusedConnection = (refusal: ProviderFault): ProviderFault => ({
  ...deadConnection,
  message: `${deadConnection.message}: ${refusal.message}`,
  ...(refusal.code !== undefined && { code: refusal.code }),
  ...(refusal.status !== undefined && { status: refusal.status }),
});

/** The provider has not confirmed the credentials, nor whose they are. */
export const unverifiedConnection: ProviderFault = {
  kind: 'unavailable',
  sent: 'notSent',
  retryable: true,
  message: 'The provider could not be asked yet whether it takes the credentials of the connection',
  waitsFor: 'connection',
};

/** An outage: it ends when the operator restores the key. */
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

/** The provider refused the token and wrote nothing; the database, which may have the next one, is away. */
export const notRenewedNow: ProviderFault = {
  kind: 'unavailable',
  sent: 'rejected',
  retryable: true,
  message: 'A new access token was needed, and the service could not get it just now',
  ours: true,
};

/**
 * Why a write was not sent after its token could not be renewed.
 * @param isOfApp the provider refuses the client of the builder's app
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

const appRefused = 'The access token could not be renewed because the CRM rejects the provider app';
