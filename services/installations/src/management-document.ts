import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '@writ/http-kit';

const folder = join(import.meta.dirname, '../openapi');
/** The address in the kept description's examples. */
const keptCatalogueUrl = 'http://127.0.0.1:8080/problems';

/**
 * The description of the whole management host. Behind its address this service answers what no other one does, so it
 * tells of the others' endpoints, too; `npm run openapi:write` keeps them in one file.
 */
export async function managementDocument(catalogueUrl: string): Promise<OpenApiDocument> {
  const text = await readFile(join(folder, 'management.json'), 'utf8');
  return JSON.parse(text.replaceAll(keptCatalogueUrl, catalogueUrl)) as OpenApiDocument;
}

/** What the management host tells of events, kept like its description: the same everywhere. */
export const eventsDocument = async (): Promise<object> =>
  JSON.parse(await readFile(join(folder, 'events.json'), 'utf8')) as object;
