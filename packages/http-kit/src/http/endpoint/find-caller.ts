import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { Passport } from 'passport';
import { Strategy as CustomStrategy } from 'passport-custom';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import type { HeldBodies } from '../host/held-bodies.ts';
import type { ReadBody } from '../input/read-json-body.ts';
import { Refusal } from '../problems/refusal.ts';
import { tellOf } from '../host/request-log.ts';
import { declaredBytes } from '../input/declared-bytes.ts';
import type { AttemptLimit } from '../rate-limit/attempt-limit.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';
import type { Authentication, Caller, Credential } from '../caller.ts';
import type { Endpoint } from '../endpoint.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Who sent a request, and what was looked up together with the credential. */
export type Calling = { caller: Caller; credential?: Credential; byCredential?: unknown };

/** A request of which nothing but its path has been read. */
export type UnreadRequest = {
  request: Request;
  response: Response;
  params: Readonly<Record<string, string>>;
  /** Reads the body, once however often it is asked. */
  readBody: () => Promise<ReadBody>;
};

type CallerDeps = {
  readCredential: ReadCredential;
  authentication: Authentication;
  cookie?: SessionCookie;
  rateLimit?: Pick<RateLimit, 'recall'>;
  heldBodies: Pick<HeldBodies, 'hasRoomFor'>;
  attempts: Pick<AttemptLimit, 'judge'>;
};

/** A body up to this size may be read before its caller is known, where those of whom nobody knows leave room for it. */
const smallBytes = 64 * 1024;

/** Who calls, until it is found out. */
export const unknown: Caller = { kind: 'anyone' };

/**
 * Finds out who calls an endpoint: the only place that does. What comes of a body that is read for it, its faults too,
 * is told when its turn comes. @throws Refusal (401) for nobody who is known, (429) for a key that was refused just now, and for an
 * address that has guessed the administrators' token too often
 */
export const callerFinder =
  (endpoint: Endpoint, deps: CallerDeps) =>
  async ({ request, response, params, readBody }: UnreadRequest): Promise<Calling> => {
    const credential = await deps.readCredential(request, response);
    const text = deps.cookie?.textIn(request.headers);
    if (credential && text !== undefined) throw notAuthenticated();
    const signedIn = text === undefined ? undefined : await deps.authentication.findSignedIn?.(text);
    if (signedIn) return { caller: signedIn };
    if (!credential) {
      if (endpoint.access === 'public') return { caller: unknown };
      throw notAuthenticated();
    }
    if (await isAdmins(credential, request, deps)) return { caller: { kind: 'admin' } };
    assertNotRefused(credential, response, deps.rateLimit);
    const { holder, found } =
      endpoint.lookUpByCredential && hasSmallBody(request) && deps.heldBodies.hasRoomFor(unknown)
        ? await endpoint.lookUpByCredential({
            credential,
            params,
            readBody: () => readBody().then(({ body }) => body, nothing),
          })
        : { holder: await deps.authentication.findHolder(credential), found: undefined };
    if (!holder) {
      if (mayBeGuess(credential, deps.authentication)) await deps.attempts.judge(request.ip ?? '', false);
      throw notAuthenticated();
    }
    return { caller: holder, credential, byCredential: found };
  };

function assertNotRefused(
  credential: Credential,
  response: Response,
  rateLimit: Pick<RateLimit, 'recall'> | undefined,
): void {
  const refused = rateLimit?.recall(credential);
  if (!refused) return;
  const { projectId, keyId, refusal } = refused;
  tellOf(response, { projectId, keyId });
  throw refusal;
}

const nothing = (): undefined => undefined;

function hasSmallBody({ headers }: Request): boolean {
  const isWhole = headers['transfer-encoding'] === undefined && headers.expect === undefined;
  return isWhole && declaredBytes(headers['content-length']) <= smallBytes;
}

/**
 * Whether a bearer is the administrators'. One that is no JSON Web Token by its form can be meant for nothing else, so a
 * wrong one is a guess. @throws Refusal (429) where too many came from the address
 */
async function isAdmins(
  { kind, text }: Credential,
  { ip = '' }: Request,
  { authentication: { adminToken }, attempts }: Pick<CallerDeps, 'authentication' | 'attempts'>,
): Promise<boolean> {
  if (kind !== 'jwt' || adminToken === undefined) return false;
  const isGood = sameText(text, adminToken);
  if (isGood || !hasFormOfToken(text)) await attempts.judge(ip, isGood);
  return isGood;
}

/** Whether a bearer that proved to be nobody's token may have been meant for the administrators', which has the same form. */
const mayBeGuess = ({ kind, text }: Credential, { adminToken = '' }: Authentication): boolean =>
  kind === 'jwt' && hasFormOfToken(text) && hasFormOfToken(adminToken);

/** Three parts with dots between them (RFC 7519). */
const hasFormOfToken = (text: string): boolean => text.split('.').length === 3;

/** Compares two secrets; how long it takes tells nothing about them. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Reads the one credential of a request; undefined where there is none. @throws Refusal (401) for two, or one of no form. */
export type ReadCredential = (request: Request, response: Response) => Promise<Credential | undefined>;

/** Both schemes of the specification through passport: `X-Api-Key`, and `Authorization: Bearer` (Contract §3). */
export function createReadCredential(): ReadCredential {
  const passport = new Passport();
  passport.use(
    'api-key',
    new CustomStrategy(({ headers }, done) =>
      done(null, { kind: 'apiKey', text: String(headers['x-api-key']) } satisfies Credential),
    ),
  );
  passport.use(
    'bearer',
    new BearerStrategy((text, done) => done(null, { kind: 'jwt', text } satisfies Credential)),
  );

  const read = (scheme: 'api-key' | 'bearer', request: Request, response: Response): Promise<Credential> =>
    new Promise((resolve, reject) => {
      const settle = (_: unknown, credential?: Credential | false): void =>
        credential ? resolve(credential) : reject(notAuthenticated());
      const handler = passport.authenticate(scheme, { session: false }, settle) as RequestHandler;
      void handler(request, response, () => reject(notAuthenticated()));
    });

  return async (request, response) => {
    const hasKey = request.headers['x-api-key'] !== undefined;
    const hasBearer = request.headers.authorization !== undefined;
    if (hasKey && hasBearer) throw notAuthenticated();
    if (hasKey) return read('api-key', request, response);
    return hasBearer ? read('bearer', request, response) : undefined;
  };
}

/** The same words for every fault, so that an answer tells nothing about which credentials exist. */
export const notAuthenticated = (): Refusal =>
  new Refusal('not-authenticated', {
    headers: { 'WWW-Authenticate': 'Bearer realm="writ", ApiKey realm="writ"' },
  });
