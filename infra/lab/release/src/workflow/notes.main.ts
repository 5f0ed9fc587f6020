import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productVersion } from '@writ/service-kit';
import { notesOf } from './notes.ts';

/** Prints the notes of the given tag; exits with 1 if the checkout is another release. */
const [tag = ''] = process.argv.slice(2);
const changelog = await readFile(join(import.meta.dirname, '../../../../../CHANGELOG.md'), 'utf8');
try {
  process.stdout.write(`${notesOf(tag, productVersion, changelog)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
