import { createHash } from 'node:crypto';
import { startLoop, type Loop } from '@writ/service-kit';
import type { Queryable } from '../prisma-on-pool.ts';

/** A plan made at this size uses the indexes, and stays right as the table grows. */
const grownRows = 10_000;
const lookEveryMs = 5_000;

const rowsSql = `SELECT reltuples AS rows FROM pg_class WHERE oid = to_regclass($1)`;

/**
 * Lets Postgres keep plans of frequent statements, whose planning takes as long as their run. A plan made for
 * a small table would read a large one whole, so statements are planned each time until the statistics show
 * that the table is large.
 * @param options.table the largest table of the statements
 * @param options.everyMs how often its size is checked until it is large; default: 5 s
 */
export function keepPlans(options: { db: Queryable; table: string; everyMs?: number }): KeptPlans {
  const { db, table, everyMs = lookEveryMs } = options;
  let isLarge = false;
  const look: Loop = startLoop({
    step: async () => {
      if (isLarge) return everyMs;
      const { rows } = await db.query<{ rows: number }>(rowsSql, [table]);
      isLarge = (rows[0]?.rows ?? 0) >= grownRows;
      return everyMs;
    },
    onFault: () => everyMs,
  });
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? `kept-${createHash('sha1').update(text).digest('base64url')}`;
    names.set(text, known);
    return known;
  };
  return {
    named: (statement) => (isLarge ? { ...statement, name: nameOf(statement.text) } : statement),
    close: () => look.close(),
  };
}

/** There must be few different texts. */
export type KeptPlans = {
  /** The statement to send now. */
  named<Statement extends { text: string; values: unknown[] }>(
    statement: Statement,
  ): Statement & { name?: string };
  close(): Promise<void>;
};

/** Plans every statement. */
export const noPlansKept: KeptPlans = {
  named: (statement) => statement,
  close: () => Promise.resolve(),
};
