import type { Transaction } from '@writ/db';
import { findSealedCredentials, unsealCredentials, type ConnectionCredentials } from '@writ/installation';
import { unlessSealed } from '@writ/service-parts';
import type { Secrets } from '@writ/tenancy';
import { foundConnection } from '../not-found.ts';

/** Words of the refusal if no key opens them. */
export const sealedCredentials = {
  what: "The connection's credentials",
  orElse: 'give the credentials again',
} as const;

/** @throws Refusal if the connection is gone, or (unavailable) no key opens its credentials */
export async function openedCredentials(
  { prisma, sql }: Transaction,
  secrets: Secrets,
  connectionId: string,
): Promise<ConnectionCredentials> {
  const sealed = foundConnection(await findSealedCredentials(prisma, connectionId), connectionId);
  return unlessSealed(sealedCredentials, () => unsealCredentials(secrets, sealed, connectionId, sql));
}
