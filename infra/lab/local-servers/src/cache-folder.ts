import { join } from 'node:path';

export const defaultCacheDir = join(import.meta.dirname, '../../../../.cache');
