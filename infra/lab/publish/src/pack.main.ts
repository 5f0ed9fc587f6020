import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { checkPackage } from './check-package.ts';
import { packPackage, publishedPackages } from './pack-package.ts';

/** Packs the named packages, or all published ones; exits with 1 for a fault. */
const named = process.argv.slice(2);
const into = resolve('.cache/packages');
await mkdir(into, { recursive: true });
for (const name of named.length > 0 ? named : await publishedPackages()) {
  const packed = await packPackage(name, into);
  const faults = await checkPackage(packed);
  process.stdout.write(`${packed.archive}\n`);
  process.stderr.write(faults.map((fault) => `${name}: ${fault}\n`).join(''));
  if (faults.length > 0) process.exitCode = 1;
}
