import type { Database } from '@writ/db';
import { errorFields, type Closing, type Logger } from '@writ/service-kit';
import { keysInUse, type KeyInUse, type Keyring } from '@writ/tenancy';
import type { Look } from './report-process.ts';

type Parts = { database: Pick<Database, 'pool'>; logger: Logger; keyring: Keyring };

/**
 * Warns once, at the start, of secrets that no key of this process opens, and gives what tells of them afterwards. Nothing
 * waits for it but the end of the process: what needs none of them works, and each use of one of them tells what it lacks.
 */
export function warnOfMissingKeys(parts: Parts, closing: Closing): Look {
  const missing = findMissing(parts);
  closing.add(undefined, () => missing);
  return {
    part: 'encryption keys',
    look: async () =>
      (await missing).map((key) => ({ code: 'encryption-key-missing', detail: `${textOf(key)}.` })),
  };
}

async function findMissing({ database, logger, keyring }: Parts): Promise<readonly KeyInUse[]> {
  try {
    const missing = (await keysInUse(database.pool)).filter(({ keyId }) => !keyring.keys.has(keyId));
    if (missing.length > 0)
      logger.warn(`${missing.map(textOf).join('; ')}. Give it back in ENCRYPTION_KEYS.`, { missing });
    return missing;
  } catch (error) {
    logger.warn('nobody knows whether encryption keys are missing', errorFields(error));
    return [];
  }
}

const textOf = ({ keyId, dataKeys, secrets }: KeyInUse): string =>
  `${dataKeys} data keys and ${secrets} other secrets are sealed with ${keyId}, which is missing`;
