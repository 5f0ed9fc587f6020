import { bundleFolder, writeBundle } from './bundle.ts';
import { makeBundle } from './make-bundle.ts';

await writeBundle(await makeBundle(), bundleFolder);
