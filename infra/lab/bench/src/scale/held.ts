import { mkdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Replica, ServiceName, Subject } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import pg from 'pg';
import type { BenchContext } from '../benchmark.ts';
import type { CpuQuota } from '../measure/cpu-quota.ts';
import { cpuSeconds, readUse } from '../measure/processes.ts';
import { startSubject } from '../subject/start-bench.ts';
import type { Use } from './cell.ts';

export type Held = {
  subject: Subject;
  measured: readonly Replica[];
  growTo: (processes: number) => Promise<void>;
  hold: (share: number | undefined) => Promise<void>;
  /** Stops them outside of transactions, so that work can gather; the returned function continues them. */
  freeze: () => Promise<() => void>;
  /** Watches the use of all processes; `beside` are processes of the benchmark itself, by name. */
  watch: (beside?: Readonly<Record<string, number>>) => Promise<() => Promise<Use>>;
};

/** The held processes have a role of their own at Postgres, by which their sessions are known. */
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
    hold: (share) => quota.hold(pids(), share),
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
    watch: async (beside = {}) => {
      const parts = { [part]: pids(), ...othersOf(subject, service), ...asLists(beside) };
      const throttled = await quota.watchThrottled(pids());
      const before = await readAll(parts);
      return async () => ({ ...useBetween(before, await readAll(parts)), throttled: await throttled() });
    },
  };
}

type Parts = Readonly<Record<string, readonly number[]>>;

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

const asLists = (pids: Readonly<Record<string, number>>): Parts =>
  Object.fromEntries(Object.entries(pids).map(([part, pid]) => [part, [pid]]));

type Reading = Awaited<ReturnType<typeof readAll>>;

function useBetween(before: Reading, after: Reading): Omit<Use, 'throttled'> {
  const all = after.machine.totalSeconds - before.machine.totalSeconds;
  const busy = after.machine.busySeconds - before.machine.busySeconds;
  const own = after.machine.ownSeconds - before.machine.ownSeconds;
  const cpu = Object.entries(after.cpu).map(([part, seconds]) => [part, seconds - (before.cpu[part] ?? 0)]);
  return {
    seconds: all / cpus().length,
    cpu: Object.fromEntries(cpu) as Record<string, number>,
    machine: busy / all,
    // Rounded, since it is a small difference of large numbers.
    others: Math.round((Math.max(0, busy - own) / all) * 100) / 100,
  };
}

async function readAll(parts: Parts) {
  const ids = Object.entries(parts).flatMap(([part, pids]) =>
    pids.map((pid) => [`${part} ${pid}`, pid] as const),
  );
  const used = (await cpuSeconds(Object.fromEntries(ids))) ?? {};
  const cpu: Record<string, number> = {};
  for (const [id, seconds] of Object.entries(used)) {
    const part = id.slice(0, id.lastIndexOf(' '));
    cpu[part] = (cpu[part] ?? 0) + seconds;
  }
  const machine = (await readUse()) ?? { busySeconds: 0, totalSeconds: 0, ownSeconds: 0 };
  return { cpu, machine };
}
