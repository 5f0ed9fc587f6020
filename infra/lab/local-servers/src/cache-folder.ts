import { join } from 'node:path';

/** For fetched server programs. */
export const defaultCacheDir = join(import.meta.dirname, '../../../../.cache');
