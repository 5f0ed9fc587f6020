import type { Database } from '@writ/db';
import { errorFields, type Closing, type Logger } from '@writ/service-kit';
import { checkKeysInUse, type CheckedKey, type Keyring } from '@writ/tenancy';
import type { Look } from './report-process.ts';

type Parts = { database: Pick<Database, 'pool'>; logger: Logger; keyring: Keyring };

/** Keys change seldom; a failed query is repeated. */
const holdsMs = 5 * 60_000;

/**
 * Warns once after the start of secrets that no key of this process opens; returns the check that reports
 * them later.
 * @param parts.nowMs monotonic time
 */
export function warnOfMissingKeys(parts: Parts & { nowMs?: () => number }, closing: Closing): Look {
  const { logger, nowMs = () => performance.now() } = parts;
  const findMissing = warningAtFirst(missingKeys(parts), logger);
  const ask = () => {
    const question = { holdsUntilMs: nowMs() + holdsMs, missing: findMissing() };
    question.missing.catch(() => (question.holdsUntilMs = 0));
    return question;
  };
  let asked = ask();
  asked.missing.catch((error: unknown) =>
    logger.warn('the check for missing encryption keys failed', errorFields(error)),
  );
  closing.add(undefined, () => asked.missing.catch(() => undefined));
  return {
    part: 'encryption keys',
    look: async () => {
      if (nowMs() >= asked.holdsUntilMs) asked = ask();
      const missing = await asked.missing;
      return missing.map((key) => ({ code: 'encryption-key-missing', detail: `${textOf(key)}.` }));
    },
  };
}

/** Secrets of the form `v1` are no longer made: they are checked again only while some cannot be opened. */
function missingKeys({ database, keyring }: Parts): () => Promise<readonly CheckedKey[]> {
  let dataKeysAlone = false;
  return async () => {
    const inUse = await checkKeysInUse(database.pool, keyring, { dataKeysAlone });
    const missing = inUse.filter(({ fault }) => fault !== undefined);
    dataKeysAlone = missing.every(({ secrets }) => secrets === 0);
    return missing;
  };
}

function warningAtFirst(find: ReturnType<typeof missingKeys>, logger: Logger): typeof find {
  let isFirst = true;
  return async () => {
    const missing = await find();
    if (isFirst && missing.length > 0)
      logger.warn(`${missing.map(textOf).join('; ')}. Restore it in ENCRYPTION_KEYS.`, { missing });
    isFirst = false;
    return missing;
  };
}

const textOf = ({ keyId, dataKeys, secrets, fault }: CheckedKey): string =>
  `${dataKeys} data keys and ${secrets} other secrets are sealed with ${keyId}, which is ${
    fault === 'wrong' ? 'another key here' : 'missing'
  }`;
