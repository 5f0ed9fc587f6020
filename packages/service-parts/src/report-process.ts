import type { FindingCode, Found } from '@writ/contracts';
import { newId, type Database, type Queryable } from '@writ/db';
import { errorFields, productVersion, startLoop, type Closing, type Logger } from '@writ/service-kit';

/** If `look` throws or is late, the finding is `away`. */
export type Look = { part: string; away?: FindingCode; look: () => Promise<readonly Found[]> };

const everyMs = 15_000;
const lookLimitMs = 5_000;
/** A process without a report for this long is silent, later forgotten. */
const silentSeconds = 60;
const forgottenSeconds = 600;
const clockSlackMs = 2_000;

/** Each for a limited time. Never rejects. */
export async function lookAt(looks: readonly Look[], limitMs: number): Promise<Found[]> {
  const found = await Promise.all(looks.map((look) => lookInTime(look, limitMs)));
  return found.flat();
}

async function lookInTime({ part, away, look }: Look, limitMs: number): Promise<readonly Found[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    const said = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    return [{ code: away ?? 'not-looked-at', detail: `${part}: ${said}` }];
  } finally {
    clearTimeout(timer);
  }
}

const storeSql = `
  INSERT INTO process_report (id, service, version, time, findings) VALUES ($1, $2, $3, clock_timestamp(), $4)
  ON CONFLICT (id) DO UPDATE SET time = excluded.time, findings = excluded.findings`;

const forgetSql = `
  DELETE FROM process_report WHERE id = $1 OR time < clock_timestamp() - interval '${forgottenSeconds} s'`;

/**
 * Stores a report of this process every 15 s; the row goes when the process ends.
 * @param parts.now clock of this process, in milliseconds
 */
export function reportProcess(
  parts: {
    database: Pick<Database, 'pool' | 'assertTakesChanges'>;
    service: string;
    logger: Logger;
    looks?: readonly Look[];
    now?: () => number;
  },
  closing: Closing,
): void {
  const { pool } = parts.database;
  const id = newId();
  const looks = [
    ...processLooks(pool, parts.now ?? Date.now),
    changesLook(parts.database),
    ...(parts.looks ?? []),
  ];
  const reporting = startLoop({
    step: async () => {
      const found = await lookAt(looks, lookLimitMs);
      await pool.query(storeSql, [id, parts.service, productVersion, JSON.stringify(found)]);
      return everyMs;
    },
    onFault: (error) => {
      parts.logger.warn('report of the process not stored; tried again', errorFields(error));
      return everyMs;
    },
  });
  closing.add(reporting, async (running) => {
    await running.close();
    await pool.query(forgetSql, [id]).catch(() => undefined);
  });
}

export const changesLook = ({ assertTakesChanges }: Pick<Database, 'assertTakesChanges'>): Look => ({
  part: 'changes',
  away: 'postgres-read-only',
  look: async () => {
    await assertTakesChanges();
    return [];
  },
});

/** Whether providers still serve the API versions that this process calls. */
export const versionsLook = (providers: { retiredVersions: () => readonly string[] }): Look => ({
  part: "providers' versions",
  look: () =>
    Promise.resolve(
      providers
        .retiredVersions()
        .map((version) => ({ code: 'provider-version-retired', detail: `${version} answers 410.` })),
    ),
});

const processLooks = (pool: Database['pool'], now: () => number): readonly Look[] => [
  {
    part: 'pool',
    look: () =>
      Promise.resolve(
        isBusy(pool)
          ? [{ code: 'pool-busy', detail: `${pool.waitingCount} wait for one of ${pool.totalCount}.` }]
          : [],
      ),
  },
  { part: 'clock', look: () => clockLook(pool, now) },
];

/** A statement also counts as waiting while it gets a free or new connection. */
const isBusy = ({ waitingCount, idleCount, totalCount, options: { max } }: Database['pool']): boolean =>
  waitingCount > idleCount && totalCount >= max;

/** The database read its clock between the two moments. */
async function clockLook(db: Queryable, now: () => number): Promise<readonly Found[]> {
  const beforeMs = now();
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const afterMs = now();
  const there = rows[0]?.now.getTime() ?? beforeMs;
  const aheadMs = Math.max(beforeMs - there, there - afterMs);
  if (aheadMs <= clockSlackMs) return [];
  const seconds = Math.round(aheadMs / 1_000);
  return [{ code: 'clock-off', detail: `It is ${seconds} s ${beforeMs > there ? 'ahead' : 'behind'}.` }];
}

export type ProcessReport = {
  service: string;
  version: string;
  /** In database time. */
  startTime: Date;
  time: Date;
  silent: boolean;
  findings: readonly Found[];
};

const reportsSql = `
  SELECT service, version, start_time AS "startTime", time, findings, time < clock_timestamp() - interval '${silentSeconds} s' AS silent
  FROM process_report WHERE time > clock_timestamp() - interval '${forgottenSeconds} s' ORDER BY id LIMIT 1000`;

export const processReports = async (db: Queryable): Promise<readonly ProcessReport[]> =>
  (await db.query<ProcessReport>(reportsSql)).rows;
