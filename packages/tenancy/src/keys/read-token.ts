import { createPublicKey, hash, type KeyObject } from 'node:crypto';
import {
  groupRef as groupRefForm,
  holdsScope,
  isScope,
  isStorable,
  type JwtAlgorithm,
  type Scope,
} from '@writ/contracts';
import { isId } from '@writ/db';
import { decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { hasSmallOrder } from './small-order.ts';

/** What a token is checked by, as the key's row has it. */
export type TokenKey = {
  algorithm: JwtAlgorithm;
  public_key_pem: string;
  scopes: readonly Scope[];
  project_id: string;
  project_name: string;
  /** Its tokens have to name the project as their audience. */
  audience_required: boolean;
};

/** What a token allows. */
export type TokenClaims = { scopes: ReadonlySet<Scope>; groupRef?: string; expireTime: Date };

/** What a token says of itself; bounded, since many are remembered. */
type TokenText = { exp: number; audience?: readonly string[]; named?: readonly Scope[]; groupRef?: string };

/** Reads a token that names the key; undefined where the key did not sign it, or it is not valid now. */
export type ReadToken = (token: string, key: TokenKey) => Promise<TokenClaims | undefined>;

/** From its making on a token is valid for so long at most (Contract §3). */
const longestSeconds = 600;
/** By so much the clock of who made a token may differ from ours. */
const clockToleranceSeconds = 30;
/** Of those that a token is meant for. */
const mostAudiences = 10;
const mostTokens = 10_000;
const mostKeys = 1_000;

/** The key that a text names, if it is a token by its form: header, `kid`, and nothing that a reader must understand. */
export function keyIdOf(token: string): string | undefined {
  try {
    // Anybody writes a header, and anything into it: a list of one id reads as an id, too.
    const { kid, crit }: Record<string, unknown> = decodeProtectedHeader(token);
    return crit === undefined && typeof kid === 'string' && isId(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads JSON Web Tokens. A signature that was found good is remembered with the key it was checked by, so what is asked
 * of the key anew at each request counts: a key that was changed checks its tokens again.
 */
export function createTokenReader(now: () => Date): ReadToken {
  const imported = new LRUCache<string, KeyObject>({ max: mostKeys });
  const good = new LRUCache<string, TokenText>({ max: mostTokens });

  // Read as it was when it was registered: other readers of PEM refuse text around it, and so each of its tokens.
  const publicKey = (pem: string): KeyObject => {
    const known = imported.get(pem);
    if (known) return known;
    const key = createPublicKey(pem);
    // One that was registered before such keys were refused. OpenSSL refuses it by itself from 3.5 on.
    if (hasSmallOrder(key)) throw new Error('a key by which anybody can sign');
    imported.set(pem, key);
    return key;
  };

  return async (token, key) => {
    const alg = key.algorithm === 'RSA' ? 'RS256' : key.algorithm;
    const name = hash('sha256', `${alg} ${key.public_key_pem} ${token}`, 'base64');
    const known = good.get(name);
    if (known) return isOver(known, now()) ? undefined : claimsFor(known, key);
    try {
      const { payload, protectedHeader } = await jwtVerify(token, publicKey(key.public_key_pem), {
        algorithms: [alg],
        requiredClaims: ['iat', 'exp'],
        currentDate: now(),
        clockTolerance: clockToleranceSeconds,
      });
      const isWell = isTyped(protectedHeader) && isMadeWell(payload, now());
      const text = isWell ? textOf(payload) : undefined;
      if (text) good.set(name, text);
      return text && claimsFor(text, key);
    } catch {
      return undefined;
    }
  };
}

const seconds = (time: Date): number => time.getTime() / 1_000;

/** All that the time can change of a token that was good. */
const isOver = ({ exp }: TokenText, now: Date): boolean => seconds(now) >= exp + clockToleranceSeconds;

/** A token for something else, such as an access token of another service, says so (RFC 8725, 3.11). */
const isTyped = ({ typ }: { typ?: unknown }): boolean =>
  typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT');

const isMadeWell = ({ iat = Infinity, exp = Infinity }: JWTPayload, now: Date): boolean =>
  exp - iat <= longestSeconds && iat <= seconds(now) + clockToleranceSeconds;

/**
 * A token that says whom it is meant for counts in the projects that it names, by id or name (RFC 7519 §4.1.3); of some keys
 * only such a token does.
 */
function claimsFor(text: TokenText, key: TokenKey): TokenClaims | undefined {
  const { audience } = text;
  const isMeant =
    audience?.some((one) => one === key.project_id || one === key.project_name) ?? !key.audience_required;
  return isMeant ? toClaims(text, key.scopes) : undefined;
}

/** What is read of the claims of a token; undefined where one has no right form. */
function textOf({ exp = 0, aud, scope, groupRef }: JWTPayload): TokenText | undefined {
  const audience = readAudience(aud);
  if (audience === 'wrong') return undefined;
  if (scope !== undefined && typeof scope !== 'string') return undefined;
  if (groupRef !== undefined && (typeof groupRef !== 'string' || !isGroupRef(groupRef))) return undefined;
  return {
    exp,
    ...(audience && { audience }),
    ...(scope !== undefined && { named: [...new Set(scope.split(' ').filter(isScope))] }),
    ...(groupRef !== undefined && { groupRef }),
  };
}

/** Whom a token is meant for; anybody may write anything there. */
function readAudience(aud: unknown): readonly string[] | undefined | 'wrong' {
  if (aud === undefined) return undefined;
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  const texts = named.filter((one) => typeof one === 'string');
  return texts.length === named.length && texts.length <= mostAudiences ? texts : 'wrong';
}

/**
 * What is allowed by what a token says and the scopes of its key (Contract §3). A token for one group does not manage a
 * project: it may do what `frontend` allows, and write if it says so.
 */
function toClaims({ exp, named, groupRef }: TokenText, keyScopes: readonly Scope[]): TokenClaims {
  const held = new Set(keyScopes);
  const allowed = (asked: readonly Scope[]) => new Set(asked.filter((one) => holdsScope(held, one)));
  const expireTime = new Date(exp * 1_000);
  if (groupRef === undefined) return { scopes: named ? allowed(named) : held, expireTime };
  const ofGroup = ['frontend', ...(named ?? []).filter((one) => one === 'write:records')] as const;
  return { scopes: allowed(ofGroup), groupRef, expireTime };
}

const isGroupRef = (text: string): boolean =>
  text !== '' && Array.from(text).length <= groupRefForm.maxLength && isStorable(text);
