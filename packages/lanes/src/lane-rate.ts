/** The rate is a mean that fades with this time: about what happened within the last minute. */
const fadesInSeconds = 60;
/** After this many such times nothing of it is left that could be told; Postgres refuses numbers that become too small. */
const gone = 10;

const faded = `CASE
    WHEN rate < 0.000001 OR rated_at IS NULL OR rated_at < clock_timestamp() - interval '${fadesInSeconds * gone} s' THEN 0
    ELSE rate * exp(least(0, -extract(epoch FROM clock_timestamp() - rated_at)::float8) / ${fadesInSeconds}) END`;

/** SQL for a lane's rate of settled units a second, as it is now. */
export const rateNow = `(${faded})`;

/** SQL that sets the rate after so many more units were settled; `rated_at` is to be set with it. */
export const rateAfter = (settled: string): string =>
  `rate = ${faded} + ${settled}::float8 / ${fadesInSeconds}`;
