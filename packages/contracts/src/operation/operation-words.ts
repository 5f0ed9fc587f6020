/** Contract §4.6, and `cancelled`. */
export const operationFaults = [
  'rate-limited',
  'unavailable',
  'locked',
  'timeout',
  'unauthorized',
  'forbidden',
  'not-found',
  'invalid',
  'conflict',
  'unknown',
  'cancelled',
] as const;

/** Contract §4.6. */
export const waitingReasons = ['quota', 'order', 'connection', 'outage', 'paused', 'batch', 'retry'] as const;
