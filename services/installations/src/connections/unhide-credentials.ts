import { isDeepStrictEqual } from 'node:util';
import { credentialSchemes, hiddenText } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { unhide } from '@writ/http';
import type { IssueInput } from '@writ/problems';
import type { Connection, ConnectionCredentials } from '@writ/installation';
import type { Secrets } from '@writ/tenancy';
import { openedCredentials } from './opened-credentials.ts';
import type { PlainConnection, PlainPatch } from './plain-connection.ts';

/** Hidden values are restored; issues name those without a stored value. */
export type MeantPatch = { patch: PlainPatch; issues: readonly IssueInput[] };

/**
 * Replaces hidden credentials by stored ones, which it opens only if needed. Equal credentials are no change.
 * @throws Refusal (unavailable) if no key opens them
 */
export async function unhideCredentials(
  tx: Transaction,
  secrets: Secrets,
  current: Connection,
  patch: PlainPatch,
): Promise<MeantPatch> {
  const { updateMask, connection } = patch;
  const scheme = credentialSchemes.find((name) => updateMask.includes(name));
  if (!scheme || unhide(connection[scheme], undefined, '').issues.length === 0) return { patch, issues: [] };
  const stored = asGiven(current, await openedCredentials(tx, secrets, current.id));
  const given = withExpiry(connection, stored)[scheme];
  const { value, issues } = unhide(given, stored[scheme], `/connection/${scheme}`);
  const isChange = !isDeepStrictEqual(value, stored[scheme]);
  return {
    patch: {
      updateMask: updateMask.filter((path) => path !== scheme || isChange),
      connection: { ...connection, [scheme]: value },
    },
    issues,
  };
}

function asGiven(
  { authScheme, expireTime }: Connection,
  { accessToken, refreshToken, clientId = '', clientSecret = '' }: ConnectionCredentials,
): PlainConnection {
  if (authScheme === 'apiKey') return { apiKey: accessToken };
  if (authScheme === 'oauth2ClientCredentials')
    return { oauth2ClientCredentials: { clientId, clientSecret } };
  return {
    oauth2AuthorizationCode: {
      accessToken,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(expireTime && { expiresAt: expireTime.toISOString() }),
    },
  };
}

/** A kept access token keeps its expiry unless the caller gives one: answers do not show it. */
function withExpiry(given: PlainConnection, stored: PlainConnection): PlainConnection {
  const { oauth2AuthorizationCode: tokens } = given;
  const { expiresAt } = stored.oauth2AuthorizationCode ?? {};
  if (tokens?.accessToken !== hiddenText || expiresAt === undefined) return given;
  return { oauth2AuthorizationCode: { expiresAt, ...tokens } };
}
