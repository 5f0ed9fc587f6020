import { join } from 'node:path';
import type { OpenApiDocument } from '@writ/http-kit';

/** The service that answers for a host's `/openapi.json`: its folder keeps the description. */
const serviceOf = { write: 'write-gateway', management: 'installations' } as const;

/** Where a host's description is kept, so that a change of it shows in a change of the code. */
export const documentFile = (host: keyof typeof serviceOf): string =>
  join(import.meta.dirname, '../../..', serviceOf[host], 'openapi', `${host}.json`);

/** A description as it stands in its file. */
export const documentText = (document: OpenApiDocument): string =>
  `${JSON.stringify(document, undefined, 2)}\n`;
