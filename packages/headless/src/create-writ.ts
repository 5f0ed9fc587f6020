import type { Opener } from './actions/connect.ts';
import type { InstallationNames } from './actions/deps.ts';
import { WritTokenError } from './errors.ts';
import { createCall, type Call } from './http/create-call.ts';
import { createTokenSource } from './http/token-source.ts';
import { createInstallation, type WritInstallation } from './installation.ts';

/** `signal` aborts it when nothing waits for it any more. */
export type TokenRequest = { groupRef: string; consumerRef?: string | undefined; signal: AbortSignal };

type Credential =
  /** Returns a JSON Web Token of your backend for the group; called again before a token expires. */
  | { getToken: (request: TokenRequest) => Promise<string>; apiKey?: never }
  /**
   * In a browser, a key with the single scope `frontend`, which everybody who opens the page can read and use
   * for any group.
   */
  | { apiKey: string; getToken?: never };

export type WritOptions = Credential & {
  /** The management host's address, ending in `/v1`. */
  baseUrl: string;
  /** Id or name. */
  project: string;
  /** Limit for an answer or a token; 30 s by default. */
  timeoutMs?: number;
  fetch?: typeof fetch;
  now?: () => number;
  /** The browser's window, for `connect()`. */
  opener?: Opener;
};

export type Writ = { installation: (names: InstallationNames) => WritInstallation };

/** @throws WritTokenError for a key that does not belong on a page */
export function createWrit(options: WritOptions): Writ {
  const {
    project,
    apiKey,
    getToken,
    timeoutMs = 30_000,
    now = Date.now,
    opener = globalThis as unknown as Opener,
  } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const transport = { timeoutMs, fetch: options.fetch ?? fetch };
  if (apiKey !== undefined && 'document' in globalThis && !apiKey.startsWith('writ_frontend_')) {
    throw new WritTokenError("A page's key has the scope `frontend` alone.");
  }
  // Installations of one group share its token.
  const calls = new Map<string, Call>();
  const callFor = ({ groupRef, consumerRef }: InstallationNames): Call => {
    if (getToken === undefined) return createCall(baseUrl, apiKey, transport);
    const person = { groupRef, consumerRef };
    const name = JSON.stringify(person);
    const fetchToken = (signal: AbortSignal) => getToken({ ...person, signal });
    const source = createTokenSource(fetchToken, { now, timeoutMs });
    const call = calls.get(name) ?? createCall(baseUrl, source, transport);
    calls.set(name, call);
    return call;
  };
  return {
    installation: (names) =>
      createInstallation({ call: callFor(names), project, baseUrl, opener }, { ...names }),
  };
}
