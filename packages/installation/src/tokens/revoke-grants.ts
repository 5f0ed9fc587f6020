import type { Queryable } from '@writ/db';
import type { Secrets } from '@writ/tenancy';
import type { ProviderFault } from '@writ/write-core';
import { unsealCredentials } from '../connection/credentials.ts';
import { findAppCredentials } from '../provider-app/provider-apps.ts';
import {
  mostAttempts,
  removeLateRevocations,
  removeRevocation,
  takeDueRevocations,
  type DueRevocation,
} from './grant-revocations.ts';

/** Of a call. */
const limitMs = 10_000;
const mostAtOnce = 50;

type RevokeRequest = {
  refreshToken: string;
  clientId?: string;
  clientSecret?: string;
  baseUrl?: string;
  signal: AbortSignal;
  timeoutMs: number;
};
type Revoking = {
  revokeToken(
    request: RevokeRequest,
  ): Promise<{ kind: 'revoked' } | { kind: 'failed'; fault: ProviderFault }>;
};

export type RevokingDeps = {
  pool: Queryable;
  secrets: Secrets;
  providers: { adapterFor: (provider: string) => Revoking | undefined };
  /** The provider still grants access: a person may disconnect the app there. */
  onKept: (kept: { connectionId: string; provider?: string; reason: string }) => void;
};

/**
 * Revokes the next few grants of deleted connections at their providers, concurrently. Each is tried up to
 * four times within two minutes. Returns whether there may be more.
 */
export async function revokeGrants(deps: RevokingDeps): Promise<boolean> {
  const { pool, onKept } = deps;
  for (const connectionId of await removeLateRevocations(pool)) onKept({ connectionId, reason: tooLate });
  const due = await takeDueRevocations(pool, mostAtOnce);
  await Promise.all(due.map((one) => revoke(deps, one)));
  return due.length === mostAtOnce;
}

const tooLate = 'The provider did not answer in time.';
const shared = 'Another connection of the app uses the account.';

async function revoke(deps: RevokingDeps, due: DueRevocation): Promise<void> {
  const { id: connectionId, provider, attempts } = due;
  const end = await tried(deps, due);
  if (end.kind === 'again' && attempts < mostAttempts) return;
  await removeRevocation(deps.pool, due);
  if (end.kind !== 'revoked') deps.onKept({ connectionId, provider, reason: end.reason });
}

type End = { kind: 'revoked' } | { kind: 'again' | 'kept'; reason: string };

async function tried({ pool, secrets, providers }: RevokingDeps, due: DueRevocation): Promise<End> {
  try {
    const { refreshToken } = await unsealCredentials(secrets, due.credentials, due.id);
    const adapter = providers.adapterFor(due.provider);
    // A token that was given without a refresh token ends by itself.
    if (refreshToken === undefined || !adapter) return { kind: 'revoked' };
    if (due.isShared) return { kind: 'kept', reason: shared };
    const app = await findAppCredentials(pool, secrets, due);
    const revoked = await adapter.revokeToken({
      refreshToken,
      ...(app && { clientId: app.clientId, clientSecret: app.clientSecret }),
      ...(due.baseUrl !== null && { baseUrl: due.baseUrl }),
      signal: new AbortController().signal,
      timeoutMs: limitMs,
    });
    if (revoked.kind === 'revoked') return revoked;
    const { retryable, message } = revoked.fault;
    return { kind: retryable ? 'again' : 'kept', reason: message };
  } catch (error) {
    // No key opens a secret, or the database is away.
    return { kind: 'again', reason: error instanceof Error ? error.message : String(error) };
  }
}
