import { join } from 'node:path';
import type { OpenApiDocument } from '@writ/http-kit';

/** Where a host's description is kept, so that a change of it shows in a change of the code. */
export const documentFile = (host: string): string =>
  join(import.meta.dirname, '../../../../docs/openapi', `${host}.json`);

/** A description as it stands in its file. */
export const documentText = (document: OpenApiDocument): string =>
  `${JSON.stringify(document, undefined, 2)}\n`;
