import { Refusal } from '../problems/refusal.ts';
import type { Request, RequestHandler, Response } from 'express';
import { Passport } from 'passport';
import { Strategy as CustomStrategy } from 'passport-custom';
import { Strategy as BearerStrategy } from 'passport-http-bearer';

/** What a request presents to say who sent it; whether it is good nobody has looked up yet. */
export type Credential = { kind: 'apiKey'; key: string } | { kind: 'bearer'; token: string };

/** Reads the one credential of a request; undefined where there is none. @throws Refusal (401) for two, or one of no form. */
export type ReadCredential = (request: Request, response: Response) => Promise<Credential | undefined>;

/** Both schemes of the specification through passport: `X-Api-Key`, and `Authorization: Bearer` (Contract §3). */
export function createReadCredential(): ReadCredential {
  const passport = new Passport();
  passport.use(
    'api-key',
    new CustomStrategy(({ headers }, done) =>
      done(null, { kind: 'apiKey', key: String(headers['x-api-key']) } satisfies Credential),
    ),
  );
  passport.use(
    'bearer',
    new BearerStrategy((token, done) => done(null, { kind: 'bearer', token } satisfies Credential)),
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
