import type { ConnectionPatch } from '@writ/contracts';

type Given = ConnectionPatch['connection'];
type TwoFormed = 'oauth2AuthorizationCode' | 'providerMetadata';

/** Tokens and facts as plain text; bodies have two forms of them. */
export type PlainConnection<Body extends Given = Given> = Omit<Body, TwoFormed> & {
  oauth2AuthorizationCode?: { accessToken: string; refreshToken?: string; expiresAt?: string };
  providerMetadata?: Readonly<Record<string, string>>;
};

export type PlainPatch = Omit<ConnectionPatch, 'connection'> & { connection: PlainConnection };

export function plainConnection<Body extends Given>(body: Body): PlainConnection<Body> {
  const { oauth2AuthorizationCode: tokens, providerMetadata: facts, ...others } = body;
  return {
    ...others,
    ...(tokens && { oauth2AuthorizationCode: plainTokens(tokens) }),
    ...(facts && { providerMetadata: plainFacts(facts) }),
  };
}

function plainTokens({
  accessToken,
  refreshToken,
  expiresAt,
}: NonNullable<Given['oauth2AuthorizationCode']>) {
  const ends = (typeof accessToken === 'string' ? undefined : accessToken.expiresAt) ?? expiresAt;
  return {
    accessToken: tokenIn(accessToken),
    ...(refreshToken !== undefined && { refreshToken: tokenIn(refreshToken) }),
    ...(ends !== undefined && { expiresAt: ends }),
  };
}

const tokenIn = (given: string | { token: string }): string =>
  typeof given === 'string' ? given : given.token;

const plainFacts = (facts: NonNullable<Given['providerMetadata']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? fact : fact.value]),
  );

export type SentFact = string | { readonly value?: string | undefined };

export const plainFact = (fact: SentFact | undefined): string | undefined =>
  typeof fact === 'string' ? fact : fact?.value;
