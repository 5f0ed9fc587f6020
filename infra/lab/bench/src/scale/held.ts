import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  installAccounts,
  openProject,
  sandboxAt,
  type Account,
  type Replica,
  type Sandbox,
  type ServiceName,
  type StackProject,
  type Subject,
} from '@writ/stack';
import { eventually } from '@writ/test-kit';
import pg from 'pg';
import type { BenchContext } from '../benchmark.ts';
import type { CpuQuota } from '../measure/cpu-quota.ts';
import { watchUse, type Parts } from '../measure/processes.ts';
import { startSubject } from '../subject/start-bench.ts';
import type { Use } from './cell.ts';

type Seeded = { project: StackProject; sandbox: Sandbox; accounts: readonly Account[] };

export type Held = {
  subject: Subject;
  measured: readonly Replica[];
  growTo: (processes: number) => Promise<void>;
  /** With new accounts at the sandbox. */
  newProject: (width: number) => Promise<Seeded>;
  /** Stops them outside of transactions, so that work gathers; the result continues them. */
  freeze: () => Promise<() => void>;
  /** Limits them while `act` runs, and watches all processes; `load` belongs to the benchmark. */
  measure: <Result>(
    share: number | undefined,
    act: () => Promise<Result>,
    load?: number,
  ) => Promise<{ use: Use; result: Result }>;
};

/** Their Postgres role, which identifies their sessions. */
const role = 'measured';
const busySql = `SELECT 1 FROM pg_stat_activity WHERE usename = '${role}' AND state <> 'idle' LIMIT 1`;
const quietWithinMs = 30_000;

/** @param options.part name of the service's processes in the report */
export async function startHeld(
  context: BenchContext,
  { service, part, quota }: { service: ServiceName; part: string; quota: CpuQuota },
): Promise<Held> {
  const dataDir = join(context.dataDir, part);
  await mkdir(dataDir);
  const subject = await startSubject({ ...context, dataDir }, { replicas: { [service]: 0 } });
  const url = new URL(subject.servers.postgres.url);
  const client = context.closing.add(new pg.Client({ connectionString: url.href }), (one) => one.end());
  await client.connect();
  await client.query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD '${url.password}'`);
  url.username = role;
  const sandbox = sandboxAt(subject.stack.sandboxUrl);
  let projects = 0;
  const measured: Replica[] = [];
  const pids = () => measured.map((replica) => replica.pid());
  return {
    subject,
    measured,
    growTo: async (processes) => {
      const environment = { DATABASE_URL: url.href };
      while (measured.length < processes)
        measured.push(await subject.stack.addReplica(service, { environment }));
    },
    newProject: async (width) => {
      await sandbox.reset();
      projects += 1;
      const project = await openProject(subject.management, `bench-${projects}`);
      return { project, sandbox, accounts: await installAccounts(project, sandbox, width) };
    },
    freeze: async () => {
      const signal = (name: NodeJS.Signals): void => pids().forEach((pid) => process.kill(pid, name));
      const goOn = () => signal('SIGCONT');
      const tryNow = async (): Promise<boolean> => {
        signal('SIGSTOP');
        if ((await client.query(busySql)).rowCount === 0) return true;
        goOn();
        return false;
      };
      await eventually(tryNow, { withinMs: quietWithinMs, everyMs: 50 });
      return goOn;
    },
    measure: async (share, act, load) => {
      // So that no cell meets a due vacuum or checkpoint.
      await subject.pool.query('VACUUM (ANALYZE)');
      await subject.pool.query('CHECKPOINT');
      await quota.hold(pids(), share);
      const parts = {
        [part]: pids(),
        ...othersOf(subject, service),
        ...(load !== undefined && { load: [load] }),
      };
      const throttled = await quota.watchThrottled(pids());
      const endWatch = await watchUse(parts);
      const result = await act();
      const use = { ...(await endWatch()), throttled: await throttled() };
      await quota.hold(pids(), undefined);
      return { use, result };
    },
  };
}

function othersOf({ stack, servers }: Subject, service: ServiceName): Parts {
  const services = Object.entries(stack.replicas).filter(([name]) => name !== service && name !== 'sandbox');
  return {
    Postgres: [servers.postgres.pid()],
    Redis: [servers.redis.pid()],
    Kafka: [servers.kafka.pid()],
    sandbox: [stack.sandboxPid()],
    'other services': services.flatMap(([, replicas]) => replicas.map((replica) => replica.pid())),
  };
}
