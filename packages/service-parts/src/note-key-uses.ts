import type { Database } from '@writ/db';
import { errorFields, startLoop, type Closing, type Logger } from '@writ/service-kit';
import { keyUses } from '@writ/tenancy';

const everyMs = 60_000;

/**
 * Returns a function that notes the use of a key. Uses are stored once a minute and before the process ends.
 */
export function noteKeyUses(
  { database, logger }: { database: Pick<Database, 'pool'>; logger: Logger },
  closing: Closing,
): ReturnType<typeof keyUses>['note'] {
  const uses = keyUses(database.pool);
  const onFault = (error: unknown): number => {
    logger.warn('not stored which keys were used', errorFields(error));
    return everyMs;
  };
  const storing = startLoop({ step: () => uses.store().then(() => everyMs), onFault });
  closing.add(storing, async (running) => {
    await running.close();
    await uses.store().catch(onFault);
  });
  return uses.note;
}
