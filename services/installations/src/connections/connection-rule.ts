import { credentialSchemes } from '@writ/contracts';
import { hidesNothing } from '@writ/http';
import type { IssueInput } from '@writ/problems';
import type { Providers } from '@writ/providers';
import type { Deps } from '../deps.ts';
import { withHint } from '../hint.ts';
import { credentialsRule, untakenSchemes } from './given-credentials.ts';
import { instanceAddress } from './instance-address.ts';
import { plainFact, type SentFact } from './plain-connection.ts';

export type SentAccount = {
  readonly provider?: string | undefined;
  readonly providerWorkspaceRef?: string | undefined;
  readonly providerMetadata?: Readonly<Record<string, SentFact | undefined>> | undefined;
};

export function connectionRule(
  { providers, accountAddresses }: Deps,
  body: SentAccount,
): readonly IssueInput[] {
  const named = providers.all.find(({ declaration }) => declaration.name === body.provider);
  return [
    ...credentialsRule(body),
    ...hidesNothing(...credentialSchemes)(body),
    ...providerRule(providers, body),
    ...(named ? untakenSchemes(named.declaration, body) : []),
    ...addressIssues(accountAddresses, body),
  ];
}

/** If accounts of the provider have their own addresses, the body must give an allowed one. */
export function addressIssues(book: Deps['accountAddresses'], body: SentAccount): readonly IssueInput[] {
  const { provider, providerMetadata = {}, providerWorkspaceRef: workspaceRef } = body;
  const addresses = Object.entries(book).find(([name]) => name === provider)?.[1];
  if (addresses === undefined) return [];
  const fact = providerMetadata['instanceUrl'];
  if ([body, providerMetadata, typeof fact === 'object' ? fact : {}].some(hasMistyped)) return [];
  const found = instanceAddress({ instanceUrl: plainFact(fact), workspaceRef }, addresses);
  return 'issue' in found ? [found.issue] : [];
}

/** A value of a wrong type is refused by its schema; it is not missing. */
const hasMistyped = (given: object): boolean =>
  Object.entries(given).some(
    ([name, value]) => value === undefined && ['providerWorkspaceRef', 'instanceUrl', 'value'].includes(name),
  );

export function providerRule(
  { all }: Pick<Providers, 'all'>,
  { provider = '' }: { readonly provider?: string | undefined },
): readonly IssueInput[] {
  const known = all.map(({ declaration }) => declaration.name);
  if (provider === '' || known.includes(provider)) return [];
  // Never repeat the value: it may be a misplaced credential.
  return [{ ...noProvider, detail: withHint({ detail: noProvider.detail, value: provider, known }) }];
}

export const noProvider = {
  in: 'body',
  name: '/provider',
  detail: 'There is no provider with this name.',
} as const satisfies IssueInput;
