import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedPackages } from '@writ/publish';
import { inRepository } from './name-repository.ts';

/** Writes the given repository address into the published packages' manifests. */
const [url] = process.argv.slice(2);
if (url === undefined)
  throw new Error('Name the address of the repository, as https://github.com/owner/name.');
for (const name of await publishedPackages()) {
  const directory = `packages/${name}`;
  const file = join(import.meta.dirname, '../../../../..', directory, 'package.json');
  await writeFile(file, inRepository(await readFile(file, 'utf8'), url, directory));
}
