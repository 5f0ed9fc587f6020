import { join } from 'node:path';
import { eventTypes } from '@writ/contracts';
import { asyncApiDocument, eventSchema } from '@writ/notification';
import { helpFile } from './help-file.ts';
import type { HostDocuments } from './host-documents.ts';
import { sdkFiles } from './sdk-files.ts';

const services = join(import.meta.dirname, '../../..');

/** The service whose folder has the document. */
const serviceOf = { write: 'write-gateway', management: 'installations' } as const;

/** Committed, so that a diff shows its changes. */
const documentFile = (host: keyof HostDocuments): string =>
  join(services, serviceOf[host], 'openapi', `${host}.json`);

type KeptDocument = { file: string; text: string };

/** The documents, and the parts of the SDK and the command line made of them. */
export const keptDocuments = async (documents: HostDocuments): Promise<readonly KeptDocument[]> => [
  { file: documentFile('write'), text: documentText(documents.write) },
  { file: documentFile('management'), text: documentText(documents.management) },
  { file: join(services, 'installations/openapi/events.json'), text: documentText(asyncApiDocument()) },
  ...eventTypes.map((type) => ({
    file: join(services, 'notification/openapi/event-schemas', `${type}.json`),
    text: documentText(eventSchema(type)),
  })),
  ...(await sdkFiles(documents)),
  helpFile(documents.management),
];

const documentText = (document: object): string => `${JSON.stringify(document, undefined, 2)}\n`;
