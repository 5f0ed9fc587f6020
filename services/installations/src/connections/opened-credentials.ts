import type { Transaction } from '@writ/db';
import { findSealedCredentials, unsealCredentials, type ConnectionCredentials } from '@writ/installation';
import { SealedError, type Secrets } from '@writ/tenancy';
import { Refusal } from '@writ/http-kit';
import { connectionNotFound } from '../not-found.ts';

/**
 * The credentials of a connection that was there a moment ago.
 * @throws Refusal when it is gone, or (unavailable) they were sealed with a key that is not among ours
 */
export async function openedCredentials(
  { prisma, sql }: Transaction,
  secrets: Secrets,
  connectionId: string,
): Promise<ConnectionCredentials> {
  const sealed = await findSealedCredentials(prisma, connectionId);
  if (sealed === undefined) throw connectionNotFound(connectionId);
  return unlessSealed(() => unsealCredentials(secrets, sealed, connectionId, sql));
}

/** What `open` gives. @throws Refusal (unavailable) when no key of ours opens it */
export async function unlessSealed<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof SealedError)) throw error;
    throw new Refusal('unavailable', {
      detail: "The connection's credentials cannot be opened with the keys of this service.",
      remedy: 'Ask those who run the service to give its encryption key back, or give the credentials anew.',
    });
  }
}
