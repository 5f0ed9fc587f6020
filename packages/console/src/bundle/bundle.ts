import { join } from 'node:path';

/** The page, and the files that it loads, by name. */
export type Bundle = { page: string; files: ReadonlyMap<string, Uint8Array> };

export const packageFolder = join(import.meta.dirname, '../..');

/** The bundle of an image. A checkout has none: it would become stale. */
export const bundleFolder = join(packageFolder, 'dist');
export const pageFile = 'index.html';
