/** Scope of the idempotency keys that say which operation was retried as which. */
export const retryScope = 'operation:retry';
