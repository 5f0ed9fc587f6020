import { productVersion } from '@writ/service-kit';
import { makeKept } from './make-kept.ts';

/** Stores this checkout's data as its release's. */
await makeKept(productVersion, (line) => void process.stderr.write(`${line}\n`));
