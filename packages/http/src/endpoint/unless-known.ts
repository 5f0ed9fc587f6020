import { hash } from 'node:crypto';
import { ok, type Reply } from '../endpoint.ts';

/** Headers of a document that clients keep and revalidate. */
export const documentHeaders = (text: string) => ({
  ETag: `"${hash('sha256', text, 'base64url')}"`,
  'Cache-Control': 'no-cache',
});

/** The document with its tag; 304 if the caller has it already (`If-None-Match`). */
export function unlessKnown(document: unknown, ifNoneMatch: string | undefined): Reply {
  const headers = documentHeaders(JSON.stringify(document));
  return isNamed(headers.ETag, ifNoneMatch) ? { status: 304, headers } : ok(document, headers);
}

/** Compares weakly: an edge that compresses marks the tag as weak. */
const isNamed = (tag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));
