import type { Database } from '@writ/db';
import { quotaPercents } from '@writ/installation';
import { createFaultLog, startLoop, type Closing, type Logger } from '@writ/service-kit';

const usualEveryMs = 10_000;
const afterFaultMs = 1_000;

type QuotaPercent = Awaited<ReturnType<typeof quotaPercents>>[number];

/**
 * The quota shares that accounts' owners set, read within the last 10 s; if Postgres is away, as read last.
 * @param options.keyOf the governor's key of an account
 * @param options.everyMs default: 10 s
 */
export function watchQuotaPercents(
  options: {
    database: Pick<Database, 'pool'>;
    keyOf: (account: QuotaPercent) => string;
    logger: Logger;
    everyMs?: number;
  },
  closing: Closing,
): (accountKey: string) => number | undefined {
  const { database, keyOf, everyMs = usualEveryMs } = options;
  const faults = createFaultLog(options.logger, "The look at accounts' shares of their quotas");
  let percents: ReadonlyMap<string, number> = new Map();
  const reading = startLoop({
    step: async () => {
      const rows = await quotaPercents(database.pool);
      percents = new Map(rows.map((row) => [keyOf(row), row.quotaPercent]));
      faults.recovered();
      return everyMs;
    },
    onFault: (error) => {
      faults.failed(error);
      return afterFaultMs;
    },
  });
  closing.add(reading, (loop) => loop.close());
  return (accountKey) => percents.get(accountKey);
}
