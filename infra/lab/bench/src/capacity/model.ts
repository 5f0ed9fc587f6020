/** Programs that use CPU time. */
export const parts = [
  'write-gateway',
  'write-worker',
  'notification',
  'operations',
  'Postgres',
  'Redis',
  'Kafka',
] as const;
export type Part = (typeof parts)[number];

/** Of one unit. */
export type Cost = {
  /** CPU milliseconds by part; absent if too small to measure. */
  cpuMs: Readonly<Partial<Record<Part, number>>>;
  /** Inserted, updated and deleted. */
  rows: number;
  commits: number;
  walBytes: number;
  /** Tables and indexes, until retention. */
  restBytes: number;
};

/** Writes, by how they arrive, up to their published event; then calls and deliveries. */
export const works = ['asynchronous', 'batched', 'synchronous', 'call', 'delivery'] as const;
export type Work = (typeof works)[number];

export type UnitCosts = Readonly<Record<Work, Cost>>;

/** Units per second. A retry costs as much as an unshared call. */
export type Load = Readonly<Partial<Record<Work, number>>>;

export type Need = {
  /** Busy cores by part. */
  cores: Readonly<Record<Part, number>>;
  rowsPerSecond: number;
  commitsPerSecond: number;
  walMbPerSecond: number;
  restGbPerDay: number;
};

const secondsPerDay = 86_400;
const [mega, giga] = [1e6, 1e9];

/** Assumes that costs add up. */
export function needOf(costs: UnitCosts, load: Load): Need {
  const sum = (of: (cost: Cost) => number): number =>
    works.reduce((all, work) => all + (load[work] ?? 0) * of(costs[work]), 0);
  const cores = parts.map((part) => [part, sum(({ cpuMs }) => cpuMs[part] ?? 0) / 1000]);
  return {
    cores: Object.fromEntries(cores) as Need['cores'],
    rowsPerSecond: sum(({ rows }) => rows),
    commitsPerSecond: sum(({ commits }) => commits),
    walMbPerSecond: sum(({ walBytes }) => walBytes) / mega,
    restGbPerDay: (sum(({ restBytes }) => restBytes) * secondsPerDay) / giga,
  };
}

/** Relative to the measured value. */
export const errorOf = (predicted: number, measured: number): number =>
  Math.abs(predicted - measured) / measured;

/** Good enough to buy machines by. */
export const goodError = 0.2;
