import { idOf } from '@writ/db';

/** Id of the lock that keeps two gateways from opening two batches for one key. */
export const batchLock = (key: string): string => idOf('auto-batch', key);
