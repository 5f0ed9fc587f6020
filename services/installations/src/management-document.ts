import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '@writ/http-kit';

const file = join(import.meta.dirname, '../openapi/management.json');
/** The address in the kept description's examples. */
const keptCatalogueUrl = 'http://127.0.0.1:8080/problems';

/**
 * The description of the whole management host. Behind its address this service answers what no other one does, so it
 * tells of the others' endpoints, too; `npm run openapi:write` keeps them in one file.
 */
export async function managementDocument(catalogueUrl: string): Promise<OpenApiDocument> {
  const text = await readFile(file, 'utf8');
  return JSON.parse(text.replaceAll(keptCatalogueUrl, catalogueUrl)) as OpenApiDocument;
}
