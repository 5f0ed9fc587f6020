import { findingKinds, type Finding, type Found, type System } from '@writ/contracts';
import { databaseTime, leaders, type Database, type Leader } from '@writ/db';
import type { RedisFacts } from '@writ/job-queue';
import { productVersion } from '@writ/service-kit';
import { lookAt, processReports, type Look, type ProcessReport } from '@writ/service-parts';
import { systemLooks } from './looks.ts';

export type SystemParts = {
  database: Pick<Database, 'pool' | 'prisma' | 'assertTakesChanges'>;
  /** Absent in a form without Redis. */
  lookAtRedis?: () => Promise<RedisFacts>;
  /** One part that does not answer must not hold up the others: how long each is waited for, 900 ms unless told. */
  lookLimitMs?: number;
};

const usualLookLimitMs = 900;
const levels = ['error', 'warning', 'info'];

/** How the whole installation is now, and what its processes have told of themselves lately, as far as it is read in time. */
export async function readSystem({
  database,
  lookAtRedis,
  lookLimitMs = usualLookLimitMs,
}: SystemParts): Promise<System> {
  const facts: Facts = { now: new Date(), reports: [], told: [], postgres: '' };
  const redis =
    lookAtRedis &&
    (async () => {
      const seen = await lookAtRedis();
      facts.redis = seen.version;
      return seen;
    });
  const found = await lookAt([...systemLooks(database, redis), ...factLooks(database, facts)], lookLimitMs);
  const { now, reports, told } = facts;
  const time = now.toISOString();
  const findings = [
    ...[...found, ...leaderFindings(told, now), ...processFindings(reports), ...absentServices(reports)].map(
      (one) => toFinding(one, time),
    ),
    ...reports.filter(({ silent }) => !silent).flatMap(toldFindings),
  ];
  return {
    time,
    findings: findings.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level)),
    versions: {
      product: productVersion,
      postgres: facts.postgres,
      ...(facts.redis !== undefined && { redis: facts.redis }),
      services: servicesOf(reports),
    },
    leaders: told.map(({ name, active, until }) => ({ name, active, until: until.toISOString() })),
  };
}

/** What is told beside what looks find. */
type Facts = {
  now: Date;
  reports: readonly ProcessReport[];
  told: readonly Leader[];
  postgres: string;
  redis?: string;
};

/** Looks that find nothing by themselves, and fill in the facts. */
function factLooks({ pool, prisma }: SystemParts['database'], facts: Facts): Look[] {
  const reading = (part: string, read: () => Promise<void>): Look => ({
    part,
    look: async () => {
      await read();
      return [];
    },
  });
  return [
    reading('time', async () => {
      facts.now = await databaseTime(prisma);
    }),
    reading('processes', async () => {
      facts.reports = await processReports(pool);
    }),
    reading('leaders', async () => {
      facts.told = await leaders(pool);
    }),
    reading('version of Postgres', async () => {
      const { rows } = await pool.query<{ server_version: string }>('SHOW server_version');
      facts.postgres = rows[0]?.server_version ?? '';
    }),
  ];
}

const toFinding = ({ code, detail }: Found, time: string): Finding => ({
  code,
  ...findingKinds[code],
  detail,
  time,
});

/** A process of another release may know kinds that this one does not. */
const toldFindings = ({ service, time, findings }: ProcessReport): Finding[] =>
  findings
    .filter(({ code }) => Object.hasOwn(findingKinds, code))
    .map((found) => ({ ...toFinding(found, time.toISOString()), process: service }));

/** A lease that lapsed is taken over within its length; of one that lapsed long ago nobody knows any more what it was for. */
const absentAfterMs = 60_000;
const forgottenAfterMs = 24 * 3_600_000;

function leaderFindings(told: readonly Leader[], now: Date): Found[] {
  return told.flatMap(({ name, until }): Found[] => {
    const lapsedMs = now.getTime() - until.getTime();
    if (lapsedMs < absentAfterMs || lapsedMs > forgottenAfterMs) return [];
    return [{ code: 'leader-absent', detail: `Nobody does \`${name}\` since ${until.toISOString()}.` }];
  });
}

function processFindings(reports: readonly ProcessReport[]): Found[] {
  const silent = [...Map.groupBy(reports, ({ service }) => service).values()].flatMap(silentForGood);
  const releases = [...new Set(reports.filter((report) => !report.silent).map(({ version }) => version))];
  return [
    ...silent.map(({ service, time }): Found => {
      const detail = `A process of \`${service}\` has told nothing since ${time.toISOString()}.`;
      return { code: 'process-silent', detail };
    }),
    ...(releases.length > 1
      ? [{ code: 'releases-mixed' as const, detail: `Releases ${releases.toSorted().join(', ')}.` }]
      : []),
  ];
}

/**
 * The silent ones of a service's processes in whose place none was started: a process that began after another was silent
 * takes the place of one.
 */
function silentForGood(ofService: readonly ProcessReport[]): ProcessReport[] {
  const left = new Set(ofService.filter(({ silent }) => silent));
  const running = ofService.filter(({ silent }) => !silent);
  for (const { startTime } of running.toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime())) {
    const replaced = [...left].find(({ time }) => time < startTime);
    if (replaced) left.delete(replaced);
  }
  return [...left];
}

const services = ['write-gateway', 'write-worker', 'operations', 'installations', 'notification'];

/** Services of which no process tells of itself; not before this one does, which may have just been started with them. */
function absentServices(reports: readonly ProcessReport[]): Found[] {
  const running = new Set(reports.filter(({ silent }) => !silent).map(({ service }) => service));
  // One process of it does the work of all services.
  if (running.has('all-in-one') || !running.has('operations')) return [];
  return services
    .filter((service) => !running.has(service))
    .map((service) => ({
      code: 'service-absent',
      detail: `No process of \`${service}\` has told of itself within the last minute.`,
    }));
}

function servicesOf(reports: readonly ProcessReport[]): System['versions']['services'] {
  const running = reports.filter(({ silent }) => !silent);
  return [...Map.groupBy(running, ({ service, version }) => `${service} ${version}`).values()]
    .flatMap(([first, ...others]) =>
      first ? [{ service: first.service, version: first.version, processes: others.length + 1 }] : [],
    )
    .toSorted((a, b) => a.service.localeCompare(b.service));
}
