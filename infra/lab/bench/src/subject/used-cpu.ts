import type { ServiceName, Subject } from '@writ/stack';
import { watchUse, type Use } from '../measure/processes.ts';
import type { Figure } from '../report/report.ts';

/** Of these services and the servers. */
export function watchCpu(
  { stack, servers: { postgres, redis, kafka } }: Subject,
  services: readonly (ServiceName | 'edge')[],
): Promise<() => Promise<Use>> {
  const running = services.flatMap((service) =>
    service === 'edge'
      ? [[service, [stack.edgePid()]] as const]
      : stack.replicas[service].map(
          (replica, at) => [at === 0 ? service : `${service}-${at + 1}`, [replica.pid()]] as const,
        ),
  );
  return watchUse({
    ...Object.fromEntries(running),
    Postgres: [postgres.pid()],
    Redis: [redis.pid()],
    Kafka: [kafka.pid()],
  });
}

/** By part. */
export const percentOfCore = ({ cpu, seconds }: Use): Record<string, number> =>
  Object.fromEntries(Object.entries(cpu).map(([name, used]) => [name, (used / seconds) * 100]));

/** CPU seconds by part per thousand `units`; `all`, the last, is the sum. Empty without `/proc`. */
export function perThousand({ cpu }: Use, units: number): Record<string, number> {
  const used = Object.entries(cpu).map(([name, seconds]) => [name, (seconds / units) * 1000] as const);
  if (used.length === 0) return {};
  return { ...Object.fromEntries(used), all: used.reduce((sum, [, seconds]) => sum + seconds, 0) };
}

export const cpuFigures = (unit: string, used: Readonly<Record<string, number>>): Figure[] =>
  Object.entries(used).map(([name, value]) => ({ name: `CPU of 1,000 ${unit}: ${name}`, value, unit: 's' }));
