import { hash } from 'node:crypto';
import { ok, type Reply } from '../endpoint.ts';

/** What is asked for again and again and rarely changes: kept by who asked, and asked each time whether it still holds. */
export const documentHeaders = (text: string) => ({
  ETag: `"${hash('sha256', text, 'base64url')}"`,
  'Cache-Control': 'no-cache',
});

/** The document with its tag; only the tag, where the caller has sent it as that of what it has (`If-None-Match`). */
export function unlessKnown(document: unknown, ifNoneMatch: string | undefined): Reply {
  const headers = documentHeaders(JSON.stringify(document));
  return isNamed(headers.ETag, ifNoneMatch) ? { status: 304, headers } : ok(document, headers);
}

/** Tags are compared weakly: what an edge compresses is marked so. */
const isNamed = (tag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));
