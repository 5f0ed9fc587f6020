import { credentialSchemes, isJsonObject } from '@writ/contracts';
import { hidesNothing, type IssueInput } from '@writ/http-kit';
import type { Providers } from '@writ/providers';
import type { Deps } from '../deps.ts';
import { withHint } from '../hint.ts';
import { credentialsRule, untakenSchemes } from './given-credentials.ts';
import { instanceAddress } from './instance-address.ts';
import { plainFact } from './plain-connection.ts';

/** Rule of the body of a new connection: its provider, its credentials and its account's address. */
export const connectionRule = (
  { providers, accountAddresses }: Deps,
  body: unknown,
): readonly IssueInput[] => [
  ...credentialsRule(body),
  ...hidesNothing(...credentialSchemes)(body),
  ...providerRule(providers, body),
  ...schemesRule(providers, body),
  ...addressIssues(accountAddresses, body),
];

function schemesRule({ all }: Pick<Providers, 'all'>, body: unknown): readonly IssueInput[] {
  const { provider } = isJsonObject(body) ? body : {};
  const named = all.find(({ declaration }) => declaration.name === provider);
  return named ? untakenSchemes(named.declaration, body) : [];
}

/** Where accounts of the provider have addresses of their own, one that may be called is needed. */
export function addressIssues(book: Deps['accountAddresses'], body: unknown): readonly IssueInput[] {
  const { provider, providerMetadata, providerWorkspaceRef } = isJsonObject(body) ? body : {};
  const addresses = Object.entries(book).find(([name]) => name === provider)?.[1];
  if (addresses === undefined) return [];
  const instanceUrl = plainFact(isJsonObject(providerMetadata) ? providerMetadata['instanceUrl'] : undefined);
  if (!isTextOrAbsent(instanceUrl) || !isTextOrAbsent(providerWorkspaceRef)) return [];
  const found = instanceAddress({ instanceUrl, workspaceRef: providerWorkspaceRef }, addresses);
  return 'issue' in found ? [found.issue] : [];
}

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

/** Rule of a body that names a provider: there is one of this name. */
export function providerRule({ all }: Pick<Providers, 'all'>, body: unknown): readonly IssueInput[] {
  const { provider } = isJsonObject(body) ? body : {};
  const known = all.map(({ declaration }) => declaration.name);
  if (typeof provider !== 'string' || provider === '' || known.includes(provider)) return [];
  // What was given is not repeated: a credential may stand in the wrong place.
  const detail = withHint({ detail: noProvider.detail, value: provider, known });
  return [{ ...noProvider, detail }];
}

/** Told of a name that no provider has. */
export const noProvider = {
  in: 'body',
  name: '/provider',
  detail: 'There is no provider of this name.',
} as const satisfies IssueInput;
