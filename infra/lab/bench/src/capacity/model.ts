/** The programs that work takes time of. */
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

/** What one unit of work takes. */
export type Cost = {
  /** CPU time by part, in milliseconds; absent: none that shows. */
  cpuMs: Readonly<Partial<Record<Part, number>>>;
  /** Rows inserted, updated and deleted. */
  rows: number;
  commits: number;
  walBytes: number;
  /** Of tables and indexes, until retention removes the rows. */
  restBytes: number;
};

/** The kinds of work: writes from acceptance to their published event, by how they come, and what goes on from there. */
export const works = ['asynchronous', 'batched', 'synchronous', 'call', 'delivery'] as const;
export type Work = (typeof works)[number];

export type UnitCosts = Readonly<Record<Work, Cost>>;

/** Units of each kind of work in a second. A retry costs what a call that nothing shares costs. */
export type Load = Readonly<Partial<Record<Work, number>>>;

export type Need = {
  /** Busy cores by part. */
  cores: Readonly<Record<Part, number>>;
  /** Processes of each service: one thread each, which keeps room for peaks. */
  processes: Readonly<Partial<Record<Part, number>>>;
  rowsPerSecond: number;
  commitsPerSecond: number;
  walMbPerSecond: number;
  restGbPerDay: number;
};

/** Of a core that a thread uses before its queue grows much faster than its load. */
const usableCore = 0.7;
const services: readonly Part[] = ['write-gateway', 'write-worker', 'notification', 'operations'];
const secondsPerDay = 86_400;
const [mega, giga] = [1e6, 1e9];

/** What a load takes, if costs add up. */
export function needOf(costs: UnitCosts, load: Load): Need {
  const sum = (of: (cost: Cost) => number): number =>
    works.reduce((all, work) => all + (load[work] ?? 0) * of(costs[work]), 0);
  const coresOf = (part: Part): number => sum(({ cpuMs }) => cpuMs[part] ?? 0) / 1000;
  const byPart = <Of extends Part>(these: readonly Of[], valueOf: (part: Of) => number): Record<Of, number> =>
    Object.fromEntries(these.map((part) => [part, valueOf(part)])) as Record<Of, number>;
  return {
    cores: byPart(parts, coresOf),
    processes: byPart(services, (part) => Math.max(1, Math.ceil(coresOf(part) / usableCore))),
    rowsPerSecond: sum(({ rows }) => rows),
    commitsPerSecond: sum(({ commits }) => commits),
    walMbPerSecond: sum(({ walBytes }) => walBytes) / mega,
    restGbPerDay: (sum(({ restBytes }) => restBytes) * secondsPerDay) / giga,
  };
}

/** How far a prediction is from what was measured, as a share of the latter. */
export const errorOf = (predicted: number, measured: number): number =>
  Math.abs(predicted - measured) / measured;

/** A prediction that is not further off is good enough to buy machines by. */
export const goodError = 0.2;
