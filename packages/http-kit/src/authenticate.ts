import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@writ/problem-details';
import type { Request, Response } from 'express';
import { Passport } from 'passport';
import { Strategy as CustomStrategy } from 'passport-custom';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import type { Authentication, Caller, KeyHolder } from './caller.ts';

/** Finds out who sent a request. */
export type Authenticate = (request: Request, response: Response) => Promise<Caller>;

const anyone: Caller = { kind: 'anyone' };

/**
 * Both schemes of the specification through passport: `X-Api-Key`, and `Authorization: Bearer`. A request presents
 * exactly one of them; every fault of a credential gives the same 401 without a distinguishing detail (Contract §3).
 */
export function createAuthenticate(authentication: Authentication): Authenticate {
  const passport = new Passport();
  passport.use(
    'api-key',
    new CustomStrategy((request, done) => {
      const key = request.headers['x-api-key'];
      const found = typeof key === 'string' ? authentication.findApiKey(key) : Promise.resolve(undefined);
      found.then((caller) => done(null, caller ?? false), done);
    }),
  );
  passport.use(
    'bearer',
    new BearerStrategy((token, done) => {
      const { adminToken } = authentication;
      done(null, adminToken !== undefined && sameText(token, adminToken) ? { kind: 'admin' } : false);
    }),
  );

  const run = (scheme: 'api-key' | 'bearer', request: Request, response: Response): Promise<Caller> =>
    new Promise((resolve, reject) => {
      const settle = (error: unknown, caller: Caller | false | undefined): void => {
        // Passed on unchanged: whoever answers has to recognise an outage.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        if (error) reject(error);
        else if (caller) resolve(caller);
        else reject(notAuthenticated());
      };
      const middleware = passport.authenticate(scheme, { session: false }, settle) as (
        request: Request,
        response: Response,
        next: (error?: unknown) => void,
      ) => void;
      middleware(request, response, (error) => settle(error ?? null, false));
    });

  return async (request, response) => {
    const key = request.headers['x-api-key'] !== undefined;
    const bearer = request.headers.authorization !== undefined;
    if (key && bearer) throw notAuthenticated();
    if (key) return run('api-key', request, response);
    if (bearer) return run('bearer', request, response);
    return anyone;
  };
}

/** Who sent a request, if its key still has the holder that it had last: a guess, until `Authenticate` confirms it. */
export function guessCaller({ headers }: Request, authentication: Authentication): KeyHolder | undefined {
  const key = headers['x-api-key'];
  return typeof key === 'string' && headers.authorization === undefined
    ? authentication.lastHolder?.(key)
    : undefined;
}

/** The same words for every fault, so that an answer tells nothing about which credentials exist. */
export const notAuthenticated = (): Refusal =>
  new Refusal('not-authenticated', {
    headers: { 'WWW-Authenticate': 'Bearer realm="writ", ApiKey realm="writ"' },
  });

function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
