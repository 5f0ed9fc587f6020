import { createHash, randomBytes } from 'node:crypto';
import type { ProviderName } from '../provider-name.ts';
import type { Account } from './account.ts';
import type { AccountBook } from './account-book.ts';

/** What an app asked for at a consent page, and what its code is bound to. */
export type Asked = {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** SHA-256 of the verifier, in base64url; without one the code needs none. */
  readonly challenge?: string;
};

export type CodeFault = 'unknown' | 'other-client' | 'other-address' | 'wrong-verifier';

const codeLifetimeMs = 600_000;

export type CodeBook = ReturnType<typeof codeBook>;

type CodeDeps = { accounts: AccountBook; clock: { now(): number } };

/** The authorization codes that consent pages gave. Each is for one use, whatever comes of it. */
export function codeBook({ accounts, clock }: CodeDeps) {
  const codes = new Map<string, { account: Account; asked: Asked; issuedAtMs: number }>();

  const find = (provider: ProviderName, code: string) => {
    const found = codes.get(code);
    return found?.account.provider === provider ? found : undefined;
  };

  return {
    choices: (provider: ProviderName): string[] => accounts.names(provider),
    /** The account of a person's choice, made if need be; undefined when it can't exist. */
    choose: (provider: ProviderName, name: string): Account | undefined => accounts.find(provider, name),

    issue(account: Account, asked: Asked): string {
      const code = `code-${randomBytes(20).toString('hex')}`;
      codes.set(code, { account, asked, issuedAtMs: clock.now() });
      return code;
    },

    /** The account that a code is for, without using it. */
    holder: (provider: ProviderName, code: string): Account | undefined => find(provider, code)?.account,

    use(
      provider: ProviderName,
      form: URLSearchParams,
      clientId: string,
    ): { account: Account; scopes: readonly string[] } | { fault: CodeFault } {
      const code = form.get('code') ?? '';
      const found = find(provider, code);
      codes.delete(code);
      if (found === undefined || clock.now() - found.issuedAtMs > codeLifetimeMs) return { fault: 'unknown' };
      const { account, asked } = found;
      if (asked.clientId !== clientId) return { fault: 'other-client' };
      if (asked.redirectUri !== form.get('redirect_uri')) return { fault: 'other-address' };
      const challenge = asked.challenge && challengeOf(form.get('code_verifier') ?? '');
      return challenge === asked.challenge ? { account, scopes: asked.scopes } : { fault: 'wrong-verifier' };
    },

    reset: (): void => codes.clear(),
  };
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
