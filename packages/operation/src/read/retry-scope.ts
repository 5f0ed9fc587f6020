/** Of idempotency keys that record retries. */
export const retryScope = 'operation:retry';
