import { productVersion } from '@writ/service-kit';
import { makeKept } from './make-kept.ts';

/** Keeps data of this checkout as those of its release. */
await makeKept(productVersion, (line) => void process.stderr.write(`${line}\n`));
