import type { Database } from '@writ/db';
import { errorFields, type Logger } from '@writ/service-kit';
import { countSealedWithoutKey, type Keyring, type SealedColumn } from '@writ/tenancy';

/**
 * Warns once, at the start, of secrets that no key of this process opens. It starts all the same: what needs none of them
 * works, and each use of one of them tells what it lacks.
 */
export async function warnOfMissingKeys(
  { database, logger, keyring }: { database: Pick<Database, 'pool'>; logger: Logger; keyring: Keyring },
  columns: readonly SealedColumn[],
): Promise<void> {
  try {
    const missing = await countSealedWithoutKey(database.pool, keyring, columns);
    if (missing.length === 0) return;
    const told = missing.map(
      ({ keyId, count }) => `${count} secrets are sealed with ${keyId}, which is missing`,
    );
    logger.warn(`${told.join('; ')}. Give it back in ENCRYPTION_KEYS.`, { missing });
  } catch (error) {
    logger.warn('nobody knows whether encryption keys are missing', errorFields(error));
  }
}
