import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Authentication, Caller } from './caller.ts';
import { notAuthenticated, type ReadCredential } from './credential.ts';
import type { Endpoint } from './endpoint.ts';
import type { ReadBody } from '../input/read-json-body.ts';

/** Who sent a request, and what was looked up together with the key. */
export type Calling = { caller: Caller; byKey?: unknown };

/** A request of which nothing but its path has been read. */
export type UnreadRequest = {
  request: Request;
  response: Response;
  params: Readonly<Record<string, string>>;
  /** Reads the body, once however often it is asked. */
  readBody: () => Promise<ReadBody>;
};

/** A body up to this size may be read before its caller is known. */
const smallBytes = 64 * 1024;

/**
 * Finds out who calls an endpoint: the only place that does. What comes of a body that is read for it, its faults too,
 * is told when its turn comes. @throws Refusal (401) for nobody who is known
 */
export const callerFinder =
  (endpoint: Endpoint, deps: { readCredential: ReadCredential; authentication: Authentication }) =>
  async ({ request, response, params, readBody }: UnreadRequest): Promise<Calling> => {
    const credential = await deps.readCredential(request, response);
    if (!credential) {
      if (endpoint.access === 'public') return { caller: { kind: 'anyone' } };
      throw notAuthenticated();
    }
    if (credential.kind === 'bearer') return { caller: bearerOf(credential.token, deps.authentication) };
    const { key } = credential;
    const { holder, found } =
      endpoint.lookUpByKey && hasSmallBody(request)
        ? await endpoint.lookUpByKey({
            key,
            params,
            readBody: () => readBody().then(({ body }) => body, nothing),
          })
        : { holder: await deps.authentication.findApiKey(key), found: undefined };
    if (!holder) throw notAuthenticated();
    return { caller: holder, byKey: found };
  };

const nothing = (): undefined => undefined;

function hasSmallBody({ headers }: Request): boolean {
  const isWhole = headers['transfer-encoding'] === undefined && headers.expect === undefined;
  return isWhole && Number(headers['content-length'] ?? 0) <= smallBytes;
}

function bearerOf(token: string, { adminToken }: Authentication): Caller {
  if (adminToken === undefined || !sameText(token, adminToken)) throw notAuthenticated();
  return { kind: 'admin' };
}

function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
