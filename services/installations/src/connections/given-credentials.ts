import type { Connection, ConnectionCredentials } from '@writ/installation';
import type { IssueInput } from '@writ/http-kit';
import type { PlainConnection } from './plain-connection.ts';

export type GivenCredentials = Pick<Connection, 'authScheme' | 'expireTime'> & {
  credentials: ConnectionCredentials;
};

/** Rule of the body of a connection: credentials by exactly one scheme. */
export function credentialsRule(body: unknown): readonly IssueInput[] {
  if (typeof body !== 'object' || body === null) return [];
  const given = ['apiKey', 'oauth2AuthorizationCode'].filter((scheme) => scheme in body);
  if (given.length === 1) return [];
  const detail =
    given.length === 0
      ? 'Give the credentials as `apiKey` or as `oauth2AuthorizationCode`.'
      : 'Give `apiKey` or `oauth2AuthorizationCode`, not both.';
  return [{ in: 'body', name: `/${given.at(-1) ?? 'apiKey'}`, detail }];
}

/** The credentials of a body that the rule accepts. */
export function givenCredentials(
  body: Pick<PlainConnection, 'apiKey' | 'oauth2AuthorizationCode'>,
): GivenCredentials {
  const oauth = body.oauth2AuthorizationCode;
  if (oauth === undefined) {
    return { authScheme: 'apiKey', credentials: { accessToken: body.apiKey ?? '' }, expireTime: null };
  }
  const { accessToken, refreshToken, expiresAt } = oauth;
  return {
    authScheme: 'oauth2AuthorizationCode',
    credentials: { accessToken, ...(refreshToken !== undefined && { refreshToken }) },
    expireTime: expiresAt === undefined ? null : new Date(expiresAt),
  };
}
