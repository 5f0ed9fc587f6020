import { join } from 'node:path';

/** What browsers get: the page, and each file that it loads by its name. */
export type Bundle = { page: string; files: ReadonlyMap<string, Uint8Array> };

export const packageFolder = join(import.meta.dirname, '../..');

/** Where an image keeps its bundle. A checkout has none: it would grow old. */
export const bundleFolder = join(packageFolder, 'dist');
export const pageFile = 'index.html';
