import { join } from 'node:path';

/** Where fetched server programs are kept: `.cache` in the checkout, which git ignores. */
export const defaultCacheDir = join(import.meta.dirname, '../../../../.cache');
