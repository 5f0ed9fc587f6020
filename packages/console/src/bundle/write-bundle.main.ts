import { bundleFolder } from './bundle.ts';
import { makeBundle } from './make-bundle.ts';
import { writeBundle } from './write-bundle.ts';

/** Makes the bundle of an image. */
await writeBundle(await makeBundle(), bundleFolder);
