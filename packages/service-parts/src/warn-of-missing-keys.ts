import type { Database } from '@writ/db';
import { errorFields, type Closing, type Logger } from '@writ/service-kit';
import { keysInUse, type Keyring } from '@writ/tenancy';

type Parts = { database: Pick<Database, 'pool'>; logger: Logger; keyring: Keyring };

/**
 * Warns once, at the start, of secrets that no key of this process opens. Nothing waits for it but the end of the process:
 * what needs none of them works, and each use of one of them tells what it lacks.
 */
export function warnOfMissingKeys(parts: Parts, closing: Closing): void {
  const looking = look(parts);
  closing.add(undefined, () => looking);
}

async function look({ database, logger, keyring }: Parts): Promise<void> {
  try {
    const missing = (await keysInUse(database.pool)).filter(({ keyId }) => !keyring.keys.has(keyId));
    if (missing.length === 0) return;
    const told = missing.map(
      ({ keyId, dataKeys, secrets }) =>
        `${dataKeys} data keys and ${secrets} other secrets are sealed with ${keyId}, which is missing`,
    );
    logger.warn(`${told.join('; ')}. Give it back in ENCRYPTION_KEYS.`, { missing });
  } catch (error) {
    logger.warn('nobody knows whether encryption keys are missing', errorFields(error));
  }
}
