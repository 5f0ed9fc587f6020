/** Scope of the idempotency keys that record retries. */
export const retryScope = 'operation:retry';
