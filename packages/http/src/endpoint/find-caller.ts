import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { Passport } from 'passport';
import { Strategy as CustomStrategy } from 'passport-custom';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import { Refusal } from '@writ/problems';
import type { Authentication, Caller, Credential } from '../caller.ts';
import type { Endpoint } from '../endpoint.ts';
import type { HeldBodies } from '../host/held-bodies.ts';
import { tellOf } from '../host/request-log.ts';
import { declaredBytes } from '../input/declared-bytes.ts';
import type { ReadBody } from '../input/read-json-body.ts';
import type { AttemptLimit } from '../rate-limit/attempt-limit.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';
import type { SessionCookie } from './session-cookie.ts';

export type Calling = { caller: Caller; credential?: Credential; byCredential?: unknown };

export type UnreadRequest = {
  request: Request;
  response: Response;
  params: Readonly<Record<string, string>>;
  /** Reads the body once, however often it is called. */
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

/** A body up to this size may be read before its caller is known, if unknown callers leave room for it. */
const smallBytes = 64 * 1024;

export const unknown: Caller = { kind: 'anyone' };

/**
 * The only place that identifies callers. Errors of a body that is read for it are reported later.
 * @throws Refusal (401) for unknown callers, (429) for a key that was just refused, and after too many
 * guesses
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
 * Whether a bearer token is the administrators'. A wrong one that is no JSON Web Token is a guess.
 * @throws Refusal (429) after too many guesses of the address
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

/** Whether an unknown token may be a guess of the administrators' token, which has the same form. */
const mayBeGuess = ({ kind, text }: Credential, { adminToken = '' }: Authentication): boolean =>
  kind === 'jwt' && hasFormOfToken(text) && hasFormOfToken(adminToken);

/** RFC 7519. */
const hasFormOfToken = (text: string): boolean => text.split('.').length === 3;

/** Compares secrets in constant time. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** @throws Refusal (401) for two credentials, or a malformed one */
export type ReadCredential = (request: Request, response: Response) => Promise<Credential | undefined>;

/** The schemes `X-Api-Key` and `Authorization: Bearer` (Contract §3), through passport. */
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

/** The same words for every cause, so that an answer does not reveal which credentials exist. */
export const notAuthenticated = (): Refusal =>
  new Refusal('not-authenticated', {
    headers: { 'WWW-Authenticate': 'Bearer realm="writ", ApiKey realm="writ"' },
  });
