import { readFile, writeFile } from 'node:fs/promises';
import { createClosing } from '@writ/service-kit';
import { documentFile, documentText } from './document-file.ts';
import { hostDocuments } from './host-documents.ts';
import { lintDocument } from './lint-document.ts';

/** Writes the descriptions of both hosts; with `--check` it only says whether they are written, and good. */
const onlyCheck = process.argv.includes('--check');
const closing = createClosing();
const faults: string[] = [];

const documents = hostDocuments(closing);
for (const host of ['write', 'management'] as const) {
  const document = documents[host];
  faults.push(...(await lintDocument(document)).map((fault) => `${host}: ${fault}`));
  const file = documentFile(host);
  if (!onlyCheck) await writeFile(file, documentText(document));
  else if ((await readFile(file, 'utf8')) !== documentText(document)) {
    faults.push(`${file} is not what the endpoints say: npm run openapi:write`);
  }
}
await closing.close();
process.stderr.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length > 0 ? 1 : 0;
