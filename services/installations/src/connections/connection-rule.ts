import { hidesNothing, type IssueInput } from '@writ/http-kit';
import type { ProviderAdapter } from '@writ/providers';
import type { AccountAddressBook } from './account-addresses.ts';
import { addressRule } from './address-rule.ts';
import { credentialsRule } from './given-credentials.ts';
import { providerRule } from './provider-rule.ts';

/** Rule of the body of a new connection: its provider, its credentials and its account's address. */
export function connectionRule(options: {
  providers: readonly ProviderAdapter[];
  accountAddresses: AccountAddressBook;
}): (body: unknown) => readonly IssueInput[] {
  const rules = [
    credentialsRule,
    hidesNothing('apiKey', 'oauth2AuthorizationCode'),
    providerRule(options.providers),
    addressRule(options.accountAddresses),
  ];
  return (body) => rules.flatMap((rule) => rule(body));
}
