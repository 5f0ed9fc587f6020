import type { ProviderName } from '../provider-name.ts';
import type { Account } from './account.ts';
import type { CodeBook, CodeFault } from './code-book.ts';
import type { TokenBook } from './token-book.ts';

type Books = { readonly tokens: TokenBook; readonly codes: CodeBook };

export type GrantFault = CodeFault | 'unknown-refresh-token' | 'unknown-grant';

type Granted = {
  readonly account: Account;
  readonly refreshToken: string;
  /** Undefined: those of before. */
  readonly scopes?: readonly string[];
  /** The refresh token is another one than before. */
  readonly isNew: boolean;
};

/** Carries out a token request with a refresh token or a code (RFC 6749, 4.1.3 and 6). */
export function grant(
  provider: ProviderName,
  { tokens, codes }: Books,
  form: URLSearchParams,
  clientId: string,
): Granted | { fault: GrantFault } {
  switch (form.get('grant_type')) {
    case 'refresh_token': {
      const used = tokens.useRefresh(provider, form.get('refresh_token') ?? '');
      return used ? { ...used, isNew: used.rotated } : { fault: 'unknown-refresh-token' };
    }
    case 'authorization_code': {
      const used = codes.use(provider, form, clientId);
      return 'fault' in used
        ? used
        : { ...used, refreshToken: tokens.refreshTokenOf(used.account), isNew: true };
    }
    default:
      return { fault: 'unknown-grant' };
  }
}

/** The account that a token request is about, without using what it brings; undefined if it names none. */
export function askingAccount(
  provider: ProviderName,
  { tokens, codes }: Books,
  body: string,
): Account | undefined {
  const form = new URLSearchParams(body);
  return (
    tokens.refreshHolder(provider, form.get('refresh_token') ?? '') ??
    codes.holder(provider, form.get('code') ?? '')
  );
}
