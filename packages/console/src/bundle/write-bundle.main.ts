import { bundleFolder } from './bundle.ts';
import { makeBundle } from './make-bundle.ts';
import { writeBundle } from './write-bundle.ts';

await writeBundle(await makeBundle(), bundleFolder);
