import type { Account } from '../../accounts/account.ts';
import { recordId } from '../record-id.ts';

/** The ids of an account's org and of the user that all tokens stand for. */
export function orgId({ number }: Account): string {
  return recordId('00D', number);
}

export function userId({ number }: Account): string {
  return recordId('005', number);
}

export function identityUrl(baseUrl: string, account: Account): string {
  return `${baseUrl}/id/${orgId(account)}/${userId(account)}`;
}
