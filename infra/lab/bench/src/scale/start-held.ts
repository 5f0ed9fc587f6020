import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Replica, ServiceName } from '@writ/stack';
import type { BenchContext } from '../benchmark.ts';
import type { CpuQuota } from '../measure/cpu-quota.ts';
import { countingSettings } from '../measure/count-statements.ts';
import { startSubject, type Subject } from '../subject/start-subject.ts';
import { watchPostgres, type PostgresWatch } from './postgres-watch.ts';
import { watchCell, type Use } from './watch-cell.ts';

/** A system of its own in which the processes of one service are held, and told apart from the others. */
export type Held = {
  subject: Subject;
  postgres: PostgresWatch;
  /** The processes that are held. */
  measured: readonly Replica[];
  /** Starts more of them until there are so many. */
  growTo: (processes: number) => Promise<void>;
  /** From now on each has this share of a core; undefined: all there is. */
  hold: (share: number | undefined) => Promise<void>;
  /** Watches what they and all others use; `beside` are processes of the benchmark itself, by the part that they play. */
  watch: (beside?: Readonly<Record<string, number>>) => Promise<() => Promise<Use>>;
};

/** @param options.part what the processes of the service are called in the report */
export async function startHeld(
  context: BenchContext,
  { service, part, quota }: { service: ServiceName; part: string; quota: CpuQuota },
): Promise<Held> {
  const dataDir = join(context.dataDir, part);
  await mkdir(dataDir);
  const replicas = { [service]: 0 };
  const subject = await startSubject({ ...context, dataDir }, { replicas, postgres: countingSettings });
  const postgres = await watchPostgres(subject.servers.postgres.url, context.closing);
  const measured: Replica[] = [];
  const pids = () => measured.map((replica) => replica.pid());
  return {
    subject,
    postgres,
    measured,
    growTo: async (processes) => {
      const environment = { DATABASE_URL: postgres.measuredUrl };
      while (measured.length < processes)
        measured.push(await subject.stack.addReplica(service, { environment }));
    },
    hold: (share) => quota.hold(pids(), share),
    watch: (beside = {}) =>
      watchCell({
        quota,
        postgres,
        pids: pids(),
        parts: { [part]: pids(), ...othersOf(subject, service), ...asLists(beside) },
      }),
  };
}

function othersOf({ stack, servers }: Subject, service: ServiceName): Record<string, readonly number[]> {
  const services = Object.entries(stack.replicas).filter(([name]) => name !== service && name !== 'sandbox');
  return {
    Postgres: [servers.postgres.pid()],
    Redis: [servers.redis.pid()],
    Kafka: [servers.kafka.pid()],
    sandbox: [stack.sandboxPid()],
    'other services': services.flatMap(([, replicas]) => replicas.map((replica) => replica.pid())),
  };
}

const asLists = (pids: Readonly<Record<string, number>>): Record<string, readonly number[]> =>
  Object.fromEntries(Object.entries(pids).map(([part, pid]) => [part, [pid]]));
