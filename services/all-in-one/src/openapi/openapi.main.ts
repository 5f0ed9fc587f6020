import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createClosing } from '@writ/service-kit';
import { keptDocuments } from './document-file.ts';
import { hostDocuments } from './host-documents.ts';
import { lintDocument } from './lint-document.ts';

/** With `--check` it writes nothing; it reports whether the files are up to date and valid. */
const onlyCheck = process.argv.includes('--check');
const closing = createClosing();
const faults: string[] = [];

const documents = hostDocuments(closing);
for (const host of ['write', 'management'] as const) {
  faults.push(...(await lintDocument(documents[host])).map((fault) => `${host}: ${fault}`));
}
for (const { file, text } of await keptDocuments(documents)) {
  if (onlyCheck) {
    const kept = await readFile(file, 'utf8').catch(() => undefined);
    if (kept !== text) faults.push(`${file} is not what the code says: npm run openapi:write`);
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
await closing.close();
process.stderr.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length > 0 ? 1 : 0;
