import { WritTokenError } from '../errors.ts';
import { within } from './within.ts';

/** By the server's clock. */
const earlyMs = 30_000;

/** In memory only. */
export type TokenSource = {
  /** @param rejected a token that the server refused */
  token: (rejected?: string) => Promise<string>;
  serverTime: (at: number) => void;
};

/** Concurrent callers share one request for a token. */
export function createTokenSource(
  fetchToken: (signal: AbortSignal) => Promise<string>,
  { now, timeoutMs }: { now: () => number; timeoutMs: number },
): TokenSource {
  let aheadMs = 0;
  let held: { text: string; endsAt: number } | undefined;
  let coming: Promise<string> | undefined;
  const renew = async (): Promise<string> => {
    try {
      const text = await within(timeoutMs, fetchToken);
      held = { text, endsAt: endOf(text) };
      return text;
    } catch (cause) {
      throw new WritTokenError('`getToken` gave no JSON Web Token.', { cause });
    } finally {
      coming = undefined;
    }
  };
  return {
    serverTime: (at) => (aheadMs = at - now()),
    token: async (rejected) => {
      if (held && held.text !== rejected && now() + aheadMs < held.endsAt - earlyMs) return held.text;
      return (coming ??= renew());
    },
  };
}

/** In milliseconds. The server verifies the token. */
function endOf(token: string): number {
  const [, claims = ''] = token.split('.');
  const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
  return (JSON.parse(text) as { exp: number }).exp * 1_000;
}
