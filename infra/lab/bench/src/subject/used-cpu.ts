import type { ServiceName, Subject } from '@writ/stack';
import { cpuSeconds } from '../measure/processes.ts';
import type { Figure } from '../report/report.ts';

/** CPU seconds by the name of the process; empty without `/proc`. */
export type UsedCpu = Readonly<Record<string, number>>;

export async function usedCpu(
  { stack, servers }: Subject,
  services: readonly (ServiceName | 'edge')[],
): Promise<UsedCpu> {
  const running = services.flatMap((service) =>
    service === 'edge'
      ? [[service, stack.edgePid()] as const]
      : stack.replicas[service].map(
          (replica, at) => [at === 0 ? service : `${service}-${at + 1}`, replica.pid()] as const,
        ),
  );
  const { postgres, redis, kafka } = servers;
  const used = await cpuSeconds({
    ...Object.fromEntries(running),
    Postgres: postgres.pid(),
    Redis: redis.pid(),
    Kafka: kafka.pid(),
  });
  return used ?? {};
}

export async function yardstickCpu(
  pid: number,
  run: () => Promise<{ succeeded: number }>,
): Promise<Figure[]> {
  const own = async () => (await cpuSeconds({ own: pid }))?.['own'] ?? 0;
  const before = await own();
  const { succeeded } = await run();
  const value = (((await own()) - before) / succeeded) * 1000;
  return value > 0 ? [{ name: 'CPU of 1,000 requests: y1', value, unit: 's' }] : [];
}

/** The use from `before` to `after`, per thousand of `units`; the last entry, `all`, is the sum. */
export function perThousand(before: UsedCpu, after: UsedCpu, units: number): Record<string, number> {
  const used = Object.entries(after).map(
    ([name, seconds]) => [name, ((seconds - (before[name] ?? 0)) / units) * 1000] as const,
  );
  if (used.length === 0) return {};
  return { ...Object.fromEntries(used), all: used.reduce((sum, [, seconds]) => sum + seconds, 0) };
}

export const cpuFigures = (unit: string, used: Readonly<Record<string, number>>): Figure[] =>
  Object.entries(used).map(([name, value]) => ({ name: `CPU of 1,000 ${unit}: ${name}`, value, unit: 's' }));
