import type { Prisma } from '@writ/db';

/** The rate is an exponential mean over this time. */
const fadesInSeconds = 60;
/** Later it counts as 0: Postgres refuses numbers that become too small. */
const gone = 10;

/** Settled units per second, to two decimals. */
export function rateAt({ rate, ratedAt }: Pick<Prisma.LaneModel, 'rate' | 'ratedAt'>, at: Date): number {
  const seconds = ratedAt ? Math.max(0, at.getTime() - ratedAt.getTime()) / 1_000 : Infinity;
  return Math.round(rate * Math.exp(-seconds / fadesInSeconds) * 100) / 100;
}

/** SQL that adds settled units to the rate; set `rated_at` with it. */
export const rateAfter = (settled: string): string =>
  `rate = CASE
    WHEN rate < 0.000001 OR rated_at IS NULL OR rated_at < clock_timestamp() - interval '${fadesInSeconds * gone} s' THEN 0
    ELSE rate * exp(least(0, -extract(epoch FROM clock_timestamp() - rated_at)::float8) / ${fadesInSeconds}) END
    + ${settled}::float8 / ${fadesInSeconds}`;
