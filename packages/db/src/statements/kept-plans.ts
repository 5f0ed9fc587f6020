import { createHash } from 'node:crypto';
import { startLoop, type Loop } from '@writ/service-kit';
import type { Queryable } from '../prisma-on-pool.ts';

/** A plan that was made for a table of so many rows goes by its indexes, and stays right however much it grows. */
const grownRows = 10_000;
const lookEveryMs = 5_000;

const rowsSql = `SELECT reltuples AS rows FROM pg_class WHERE oid = to_regclass($1)`;

/**
 * Has Postgres keep the plans of statements that come many times a second: planning one takes as long as it runs. A plan
 * from when its table was small would read it whole, and be kept long after it has grown; so they are planned each time
 * until Postgres' statistics say that the table is large.
 *
 * @param options.table the largest that the statements read
 * @param options.everyMs so often it is looked at, until it is large; 5 s unless told
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
    // As long as it is not known, statements are planned each time.
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

/** Statements whose plans Postgres may keep. There must be few different texts. */
export type KeptPlans = {
  /** The statement as it is to be sent now. */
  named<Statement extends { text: string; values: unknown[] }>(
    statement: Statement,
  ): Statement & { name?: string };
  close(): Promise<void>;
};

/** Every statement is planned when it comes. */
export const noPlansKept: KeptPlans = {
  named: (statement) => statement,
  close: () => Promise.resolve(),
};
