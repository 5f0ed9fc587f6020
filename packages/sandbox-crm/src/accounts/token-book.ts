import { randomBytes } from 'node:crypto';
import type { ProviderName } from '../provider-name.ts';
import type { Account } from './account.ts';
import type { AccountBook } from './account-book.ts';

export type Access =
  | { kind: 'valid'; account: Account; expiresAtMs: number }
  | { kind: 'expired'; account: Account; expiredAtMs: number }
  | { kind: 'unknown' };

export type IssuedToken = {
  readonly token: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
};

export type TokenBook = ReturnType<typeof tokenBook>;

type TokenDeps = { accounts: AccountBook; clock: { now(): number } };

/** How many issued access tokens are remembered; the oldest are forgotten first. */
const rememberedTokens = 10_000;

/**
 * `sandbox-{provider}-{account}` always opens its account; `sandbox-refresh-{provider}-{account}` is a first
 * refresh token.
 */
// eslint-disable-next-line max-lines-per-function -- One member for each use of the books.
export function tokenBook({ accounts, clock }: TokenDeps) {
  const accessTokens = new Map<string, { account: Account; expiresAtMs: number }>();
  const refreshTokens = new Map<string, Account>();
  const currentRefresh = new Map<Account, string>();

  const accountBehind = (prefix: string, provider: ProviderName, token: string) =>
    token.startsWith(`${prefix}${provider}-`)
      ? accounts.find(provider, token.slice(prefix.length + provider.length + 1))
      : undefined;

  const refreshHolder = (provider: ProviderName, token: string) => {
    const first = accountBehind('sandbox-refresh-', provider, token);
    if (first !== undefined) return first.firstRefreshTokenUsed ? undefined : first;
    const account = refreshTokens.get(token);
    return account?.provider === provider ? account : undefined;
  };

  const newRefresh = (account: Account): string => {
    const next = `rt-${randomBytes(20).toString('hex')}`;
    refreshTokens.set(next, account);
    currentRefresh.set(account, next);
    return next;
  };

  const rotate = (account: Account, used: string) => {
    refreshTokens.delete(used);
    account.firstRefreshTokenUsed = true;
    newRefresh(account);
  };

  return {
    access(provider: ProviderName, token: string): Access {
      const fixed = accountBehind('sandbox-', provider, token);
      if (fixed !== undefined)
        return { kind: 'valid', account: fixed, expiresAtMs: clock.now() + fixed.settings.tokenLifetimeMs };
      const issued = accessTokens.get(token);
      if (issued === undefined || issued.account.provider !== provider) return { kind: 'unknown' };
      if (issued.expiresAtMs > clock.now()) return { kind: 'valid', ...issued };
      return { kind: 'expired', account: issued.account, expiredAtMs: issued.expiresAtMs };
    },

    /** A new access token, which lives as long as the account's settings say now. */
    issue(account: Account, prefix = ''): IssuedToken {
      const issuedAtMs = clock.now();
      const expiresAtMs = issuedAtMs + account.settings.tokenLifetimeMs;
      const token = `${prefix}at-${randomBytes(32).toString('hex')}`;
      accessTokens.set(token, { account, expiresAtMs });
      if (accessTokens.size > rememberedTokens) accessTokens.delete(accessTokens.keys().next().value ?? '');
      return { token, issuedAtMs, expiresAtMs };
    },

    /** The account whose refresh token this is, without using it. */
    refreshHolder,

    /** Uses a refresh token; where the account rotates them, it is dead from here on. */
    useRefresh(
      provider: ProviderName,
      token: string,
    ): { account: Account; refreshToken: string; rotated: boolean } | undefined {
      const account = refreshHolder(provider, token);
      if (account === undefined) return undefined;
      const rotated = account.settings.rotateRefreshTokens;
      if (rotated) rotate(account, token);
      return { account, refreshToken: rotated ? (currentRefresh.get(account) ?? token) : token, rotated };
    },

    /** Ends an account's refresh token, and by choice the access tokens that were issued; false if it is unknown. */
    revokeRefresh(provider: ProviderName, token: string, { accessToo }: { accessToo: boolean }): boolean {
      const account = refreshHolder(provider, token);
      if (account === undefined) return false;
      refreshTokens.delete(token);
      if (currentRefresh.get(account) === token) currentRefresh.delete(account);
      account.firstRefreshTokenUsed = true;
      if (!accessToo) return true;
      for (const [issued, { account: holder }] of accessTokens)
        if (holder === account) accessTokens.delete(issued);
      return true;
    },

    /** What an authorization grants: the token of before, unless that was revoked. */
    refreshTokenOf: (account: Account): string =>
      currentRefresh.get(account) ??
      (account.firstRefreshTokenUsed ? newRefresh(account) : firstRefreshToken(account)),

    accountNamed: (provider: ProviderName, name: string) => accounts.find(provider, name),

    reset(): void {
      accessTokens.clear();
      refreshTokens.clear();
      currentRefresh.clear();
    },
  };
}

const firstRefreshToken = (account: Account) => `sandbox-refresh-${account.provider}-${account.name}`;
