import type { Account } from '../../accounts/account.ts';
import { recordId } from '../record-id.ts';

export function orgId({ number }: Account): string {
  return recordId('00D', number);
}

export function userId({ number }: Account): string {
  return recordId('005', number);
}

export function identityUrl(baseUrl: string, account: Account): string {
  return `${baseUrl}/id/${orgId(account)}/${userId(account)}`;
}
