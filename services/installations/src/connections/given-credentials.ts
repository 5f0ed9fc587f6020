import { credentialSchemes, isJsonObject } from '@writ/contracts';
import type { Connection, ConnectionCredentials } from '@writ/installation';
import type { IssueInput } from '@writ/http-kit';
import type { CredentialScheme, ProviderDeclaration } from '@writ/write-core';
import type { PlainConnection } from './plain-connection.ts';

export type GivenCredentials = Pick<Connection, 'authScheme' | 'expireTime'> & {
  credentials: ConnectionCredentials;
};

const listed = (schemes: readonly CredentialScheme[]): string =>
  schemes.map((scheme) => `\`${scheme}\``).join(', ');

/** Told where credentials come by none of the schemes, or by several. */
export const oneOfSchemes = `Give the credentials as exactly one of ${listed(credentialSchemes)}.`;

/** Rule of the body of a connection: credentials by exactly one scheme. */
export function credentialsRule(body: unknown): readonly IssueInput[] {
  if (typeof body !== 'object' || body === null) return [];
  const given = credentialSchemes.filter((scheme) => scheme in body);
  if (given.length === 1) return [];
  return [{ in: 'body', name: `/${given.at(-1) ?? 'apiKey'}`, detail: oneOfSchemes }];
}

/** What is wrong with the schemes that a body has credentials for, at a provider that does not take all of them. */
export function untakenSchemes(
  { displayName, credentials }: Pick<ProviderDeclaration, 'displayName' | 'credentials'>,
  body: unknown,
  place = '',
): readonly IssueInput[] {
  if (!isJsonObject(body)) return [];
  const untaken = credentialSchemes.filter((scheme) => scheme in body && !credentials.includes(scheme));
  const detail = `${displayName} takes no such credentials.`;
  const remedy = `Give one of ${listed(credentials)}.`;
  return untaken.map((scheme) => ({ in: 'body', name: `${place}/${scheme}`, detail, remedy }));
}

/** The credentials of a body that the rules accept: by one scheme, and one that the provider takes. */
export function givenCredentials(body: Pick<PlainConnection, CredentialScheme>): GivenCredentials {
  const { apiKey = '', oauth2AuthorizationCode: tokens, oauth2ClientCredentials: client } = body;
  if (client) {
    const { clientId, clientSecret } = client;
    const credentials = { accessToken: '', clientId, clientSecret };
    return { authScheme: 'oauth2ClientCredentials', credentials, expireTime: null };
  }
  if (!tokens) return { authScheme: 'apiKey', credentials: { accessToken: apiKey }, expireTime: null };
  const { accessToken, refreshToken, expiresAt } = tokens;
  return {
    authScheme: 'oauth2AuthorizationCode',
    credentials: { accessToken, ...(refreshToken !== undefined && { refreshToken }) },
    expireTime: expiresAt === undefined ? null : new Date(expiresAt),
  };
}
