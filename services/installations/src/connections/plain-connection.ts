import { isJsonObject, type ConnectionPatch } from '@writ/contracts';

type Given = ConnectionPatch['connection'];
type TwoFormed = 'oauth2AuthorizationCode' | 'providerMetadata';

/** What a caller gives of a connection, tokens and facts as plain texts, whichever of the two forms it used for them. */
export type PlainConnection<Body extends Given = Given> = Omit<Body, TwoFormed> & {
  oauth2AuthorizationCode?: { accessToken: string; refreshToken?: string; expiresAt?: string };
  providerMetadata?: Readonly<Record<string, string>>;
};

/** A patch whose values are plain. */
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

/** A fact about an account as it is meant, in a body of which nobody knows yet whether it has the right form. */
export const plainFact = (fact: unknown): unknown => (isJsonObject(fact) ? fact['value'] : fact);
