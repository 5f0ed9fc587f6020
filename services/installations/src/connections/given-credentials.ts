import { credentialSchemes } from '@writ/contracts';
import type { Connection, ConnectionCredentials } from '@writ/installation';
import type { IssueInput } from '@writ/problems';
import type { CredentialScheme, ProviderDeclaration } from '@writ/write-core';
import type { PlainConnection } from './plain-connection.ts';

export type GivenCredentials = Pick<Connection, 'authScheme' | 'expireTime'> & {
  credentials: ConnectionCredentials;
};

const listed = (schemes: readonly CredentialScheme[]): string =>
  schemes.map((scheme) => `\`${scheme}\``).join(', ');

export const oneOfSchemes = `Give the credentials as exactly one of ${listed(credentialSchemes)}.`;

export function credentialsRule(body: object): readonly IssueInput[] {
  const given = credentialSchemes.filter((scheme) => scheme in body);
  if (given.length === 1) return [];
  return [{ in: 'body', name: `/${given.at(-1) ?? 'apiKey'}`, detail: oneOfSchemes }];
}

/** `place`: where the body has the credentials. */
export function untakenSchemes(
  { displayName, credentials }: Pick<ProviderDeclaration, 'displayName' | 'credentials'>,
  body: object,
  place = '',
): readonly IssueInput[] {
  const untaken = credentialSchemes.filter((scheme) => scheme in body && !credentials.includes(scheme));
  const detail = `${displayName} does not accept such credentials.`;
  const remedy = `Give one of ${listed(credentials)}.`;
  return untaken.map((scheme) => ({ in: 'body', name: `${place}/${scheme}`, detail, remedy }));
}

/** The body must have passed the rules. */
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
