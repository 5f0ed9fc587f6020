import { findingKinds, type Finding, type Found, type System } from '@writ/contracts';
import { databaseTime, leaders, type Database, type Leader } from '@writ/db';
import { dueLanes } from '@writ/lanes';
import { productVersion } from '@writ/service-kit';
import { lookAt, processReports, type Look, type ProcessReport, type RedisLook } from '@writ/service-parts';
import { systemLooks, type DueLanes, type Versions } from './looks.ts';

export type SystemParts = {
  database: Pick<Database, 'pool' | 'prisma' | 'assertTakesChanges'>;
  /** Absent in a form without Redis. */
  lookAtRedis?: RedisLook | undefined;
  /** Per part; 900 ms by default. */
  lookLimitMs?: number;
} & Partial<DueLanes>;

const usualLookLimitMs = 900;
const levels = ['error', 'warning', 'info'];

/** What the installation does now and what its processes reported lately, as far as each part answers in time. */
export async function readSystem({
  database,
  lookAtRedis,
  lookLimitMs = usualLookLimitMs,
  readDueLanes = () => dueLanes(database.pool),
}: SystemParts): Promise<System> {
  const { pool, prisma } = database;
  const versions: Versions = { postgres: '' };
  const facts: Facts = { now: new Date(), reports: [], told: [] };
  const reading = (part: string, read: () => Promise<Partial<Facts>>): Look => ({
    part,
    look: async () => {
      Object.assign(facts, await read());
      return [];
    },
  });
  const looks = [
    ...systemLooks({ ...database, readDueLanes }, lookAtRedis, versions),
    reading('time', async () => ({ now: await databaseTime(prisma) })),
    reading('processes', async () => ({ reports: await processReports(pool) })),
    reading('leaders', async () => ({ told: await leaders(pool) })),
  ];
  const found = causesOf(await lookAt(looks, lookLimitMs));
  const { now, reports, told } = facts;
  const time = now.toISOString();
  const own = [
    ...found,
    ...leaderFindings(told, now),
    ...processFindings(reports),
    ...absentServices(reports),
  ];
  const findings = [
    ...own.map((one) => toFinding(one, time)),
    ...reports.filter(({ silent }) => !silent).flatMap(toldFindings),
  ];
  return {
    time,
    findings: findings.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level)),
    versions: { product: productVersion, ...versions, services: servicesOf(reports) },
    leaders: told.map(({ name, active, until }) => ({ name, active, until: until.toISOString() })),
  };
}

/** Without Postgres most parts cannot be checked. */
const causesOf = (found: readonly Found[]): readonly Found[] =>
  found.some(({ code }) => code === 'postgres-away')
    ? found.filter(({ code }) => code !== 'not-looked-at')
    : found;

type Facts = { now: Date; reports: readonly ProcessReport[]; told: readonly Leader[] };

const toFinding = ({ code, detail }: Found, time: string): Finding => ({
  code,
  ...findingKinds[code],
  detail,
  time,
});

/** Leaves out kinds that only another release knows. */
const toldFindings = ({ service, time, findings }: ProcessReport): Finding[] =>
  findings
    .filter(({ code }) => Object.hasOwn(findingKinds, code))
    .map((found) => ({ ...toFinding(found, time.toISOString()), process: service }));

/** A lapsed lease is taken over within its length; after a day its work no longer exists. */
const absentAfterMs = 60_000;
const forgottenAfterMs = 24 * 3_600_000;

function leaderFindings(told: readonly Leader[], now: Date): Found[] {
  const lapsed = told.filter(({ until }) => {
    const lapsedMs = now.getTime() - until.getTime();
    return lapsedMs >= absentAfterMs && lapsedMs <= forgottenAfterMs;
  });
  const works = lapsed.map(({ name, until }) => `\`${name}\` since ${until.toISOString()}`);
  return works.length === 0 ? [] : [{ code: 'leader-absent', detail: `Not done: ${works.join(', ')}.` }];
}

function processFindings(reports: readonly ProcessReport[]): Found[] {
  const silent = [...Map.groupBy(reports, ({ service }) => service).values()].flatMap(silentForGood);
  const releases = [...new Set(reports.filter((report) => !report.silent).map(({ version }) => version))];
  return [
    ...silent.map(({ service, time }): Found => {
      const detail = `A process of \`${service}\` has reported nothing since ${time.toISOString()}.`;
      return { code: 'process-silent', detail };
    }),
    ...(releases.length > 1
      ? [{ code: 'releases-mixed' as const, detail: `Releases ${releases.toSorted().join(', ')}.` }]
      : []),
  ];
}

/** A process that started after another fell silent replaces it. */
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

/** Services without a reporting process. None until this service reports: all may just have started. */
function absentServices(reports: readonly ProcessReport[]): Found[] {
  const running = new Set(reports.filter(({ silent }) => !silent).map(({ service }) => service));
  // `all-in-one` runs all services.
  if (running.has('all-in-one') || !running.has('operations')) return [];
  return services
    .filter((service) => !running.has(service))
    .map((service) => ({
      code: 'service-absent',
      detail: `No process of \`${service}\` has reported within the last minute.`,
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
