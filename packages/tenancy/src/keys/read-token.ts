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

export type TokenKey = {
  algorithm: JwtAlgorithm;
  public_key_pem: string;
  scopes: readonly Scope[];
  project_id: string;
  project_name: string;
  /** Tokens must name the project as their audience. */
  audience_required: boolean;
};

export type TokenClaims = { scopes: ReadonlySet<Scope>; groupRef?: string; expireTime: Date };

/** The claims that are remembered. */
type TokenText = { exp: number; audience?: readonly string[]; named?: readonly Scope[]; groupRef?: string };

/** Undefined if the key did not sign the token or it is not valid now. */
export type ReadToken = (token: string, key: TokenKey) => Promise<TokenClaims | undefined>;

const longestSeconds = 600;
/** Between the signer's clock and ours. */
const clockToleranceSeconds = 30;
const mostAudiences = 10;
const mostTokens = 10_000;
const mostKeys = 1_000;

/**
 * The `kid` of a token's header; undefined if the text is no token, or has extensions that a reader must
 * understand.
 */
export function keyIdOf(token: string): string | undefined {
  try {
    // Anyone can write a header: a list of one id would read as an id, too.
    const { kid, crit }: Record<string, unknown> = decodeProtectedHeader(token);
    return crit === undefined && typeof kid === 'string' && isId(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

/** Valid signatures are remembered with their key: a changed key checks its tokens again. */
export function createTokenReader(now: () => Date): ReadToken {
  const imported = new LRUCache<string, KeyObject>({ max: mostKeys });
  const good = new LRUCache<string, TokenText>({ max: mostTokens });

  // Node reads PEM with text around it; other readers refuse it.
  const publicKey = (pem: string): KeyObject => {
    const known = imported.get(pem);
    if (known) return known;
    const key = createPublicKey(pem);
    // For keys registered before the check existed. OpenSSL 3.5 and later refuses them itself.
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

const isOver = ({ exp }: TokenText, now: Date): boolean => seconds(now) >= exp + clockToleranceSeconds;

/** Tokens for other purposes, such as access tokens, name another type (RFC 8725, 3.11). */
const isTyped = ({ typ }: { typ?: unknown }): boolean =>
  typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT');

const isMadeWell = ({ iat = Infinity, exp = Infinity }: JWTPayload, now: Date): boolean =>
  exp - iat <= longestSeconds && iat <= seconds(now) + clockToleranceSeconds;

/**
 * A token with an audience counts in the projects that it names, by id or name (RFC 7519 §4.1.3). Some keys
 * need one.
 */
function claimsFor(text: TokenText, key: TokenKey): TokenClaims | undefined {
  const { audience } = text;
  const isMeant =
    audience?.some((one) => one === key.project_id || one === key.project_name) ?? !key.audience_required;
  return isMeant ? toClaims(text, key.scopes) : undefined;
}

/** Undefined if a claim has a wrong form. */
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

function readAudience(aud: unknown): readonly string[] | undefined | 'wrong' {
  if (aud === undefined) return undefined;
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  const texts = named.filter((one) => typeof one === 'string');
  return texts.length === named.length && texts.length <= mostAudiences ? texts : 'wrong';
}

/** A token of a group may do what `frontend` allows, and write if it says so. */
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
