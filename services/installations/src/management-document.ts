import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '@writ/docs';

const folder = join(import.meta.dirname, '../openapi');
/** In the examples of the committed document. */
const keptCatalogueUrl = 'http://127.0.0.1:8080/problems';

/** Describes all services of the management host. `npm run openapi:write` writes the document. */
export async function managementDocument(catalogueUrl: string): Promise<OpenApiDocument> {
  const text = await readFile(join(folder, 'management.json'), 'utf8');
  return JSON.parse(text.replaceAll(keptCatalogueUrl, catalogueUrl)) as OpenApiDocument;
}

/** Written by the same command. */
export const eventsDocument = async (): Promise<object> =>
  JSON.parse(await readFile(join(folder, 'events.json'), 'utf8')) as object;
