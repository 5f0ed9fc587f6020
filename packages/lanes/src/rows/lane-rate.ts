import type { Prisma } from '@writ/db';

/** The rate is a mean that fades with this time: about what happened within the last minute. */
const fadesInSeconds = 60;
/** After this many such times nothing of it is left that could be told; Postgres refuses numbers that become too small. */
const gone = 10;

/** A lane's rate of settled operations or deliveries a second, as it is at a time, to two decimals. */
export function rateAt({ rate, ratedAt }: Pick<Prisma.LaneModel, 'rate' | 'ratedAt'>, at: Date): number {
  const seconds = ratedAt ? Math.max(0, at.getTime() - ratedAt.getTime()) / 1_000 : Infinity;
  return Math.round(rate * Math.exp(-seconds / fadesInSeconds) * 100) / 100;
}

/** SQL that sets the rate after so many more were settled; `rated_at` is to be set with it. */
export const rateAfter = (settled: string): string =>
  `rate = CASE
    WHEN rate < 0.000001 OR rated_at IS NULL OR rated_at < clock_timestamp() - interval '${fadesInSeconds * gone} s' THEN 0
    ELSE rate * exp(least(0, -extract(epoch FROM clock_timestamp() - rated_at)::float8) / ${fadesInSeconds}) END
    + ${settled}::float8 / ${fadesInSeconds}`;
