import type { Database } from '@writ/db';
import { errorFields, type Closing, type Logger } from '@writ/service-kit';
import { keysInUse, type KeyInUse, type Keyring } from '@writ/tenancy';
import type { Look } from './report-process.ts';

type Parts = { database: Pick<Database, 'pool'>; logger: Logger; keyring: Keyring };

/** So long what was found holds: keys change seldom, and each process asks. */
const holdsMs = 5 * 60_000;

/**
 * Warns once, at the start, of secrets that no key of this process opens, and gives what tells of them afterwards: secrets
 * are sealed anew while it runs. Nothing waits for it but the end of the process: what needs none of them works, and each
 * use of one of them tells what it lacks.
 *
 * @param parts.nowMs monotonic time
 */
export function warnOfMissingKeys(parts: Parts & { nowMs?: () => number }, closing: Closing): Look {
  const { logger, nowMs = () => performance.now() } = parts;
  const findMissing = missingKeys(parts);
  const ask = () => ({ atMs: nowMs(), missing: findMissing() });
  let asked = ask();
  void warnOf(asked.missing, logger);
  closing.add(undefined, () => asked.missing.catch(() => undefined));
  return {
    part: 'encryption keys',
    look: async () => {
      if (nowMs() - asked.atMs >= holdsMs) asked = ask();
      const missing = await asked.missing;
      return missing.map((key) => ({ code: 'encryption-key-missing', detail: `${textOf(key)}.` }));
    },
  };
}

/** Nothing is sealed in the older form any more: such secrets are asked about again only while some cannot be opened. */
function missingKeys({ database, keyring }: Parts): () => Promise<readonly KeyInUse[]> {
  let dataKeysAlone = false;
  return async () => {
    const inUse = await keysInUse(database.pool, { dataKeysAlone });
    const missing = inUse.filter(({ keyId }) => !keyring.keys.has(keyId));
    dataKeysAlone = missing.every(({ secrets }) => secrets === 0);
    return missing;
  };
}

async function warnOf(asked: Promise<readonly KeyInUse[]>, logger: Logger): Promise<void> {
  try {
    const missing = await asked;
    if (missing.length > 0)
      logger.warn(`${missing.map(textOf).join('; ')}. Give it back in ENCRYPTION_KEYS.`, { missing });
  } catch (error) {
    logger.warn('nobody knows whether encryption keys are missing', errorFields(error));
  }
}

const textOf = ({ keyId, dataKeys, secrets }: KeyInUse): string =>
  `${dataKeys} data keys and ${secrets} other secrets are sealed with ${keyId}, which is missing`;
