import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleFolder, pageFile } from './bundle.ts';
import { makeBundle } from './make-bundle.ts';

/** Makes the bundle of an image. */
const { page, files } = await makeBundle();
await mkdir(bundleFolder, { recursive: true });
await writeFile(join(bundleFolder, pageFile), page);
for (const [name, bytes] of files) await writeFile(join(bundleFolder, name), bytes);
