import { WritTokenError } from '../errors.ts';
import { within } from './within.ts';

/** Renewed this long before it ends, by the server's clock. */
const earlyMs = 30_000;

/** Tokens of one customer group, held in memory alone. */
export type TokenSource = {
  /** @param rejected the token that the server refused: another one is got, unless one is there already */
  token: (rejected?: string) => Promise<string>;
  /** Tells the server's time, as an answer had it. */
  serverTime: (at: number) => void;
};

/** Asks for one token at a time: who comes meanwhile waits for the same. */
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

/** When a token ends, in milliseconds; that it is a good one is for the server to say. */
function endOf(token: string): number {
  const [, claims = ''] = token.split('.');
  const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
  return (JSON.parse(text) as { exp: number }).exp * 1_000;
}
