import { eventually } from '@writ/test-kit';
import { range, type Verdict } from '@writ/test-kit/laboratory';
import { nameOf, numberOf } from '../subject/contact.ts';
import { countOperations } from '../subject/operations-table.ts';
import { nameBefore } from './bodies.ts';
import { summarizeCalls, type JournalCall } from './calls.ts';
import type { Ground } from './lay-ground.ts';
import type { Bed } from './start-bed.ts';
import { isBad, type Work } from './work.ts';

const eventsLimitMs = 60_000;

/** `operationIds` are ordered by the writes' numbers. */
type Came = { operationIds: readonly string[]; calls: readonly (readonly JournalCall[])[] };

export async function checkWork(bed: Bed, work: Work, ground: Ground, came: Came): Promise<Verdict> {
  const parts = [
    await eachEndedAsItShould(bed, work, ground, came),
    await writtenOnce(bed, work, ground, came),
    await eachAnnouncedOnce(bed, work, ground),
  ];
  return {
    what: `${work.title}: written once, each with an outcome and an event of its own`,
    holds: parts.every(({ holds }) => holds),
    detail: parts.map(({ detail }) => detail).join('; '),
  };
}

type Part = Pick<Verdict, 'holds' | 'detail'>;

async function eachEndedAsItShould(
  { subject: { pool } }: Bed,
  work: Work,
  { from }: Ground,
  { operationIds }: Came,
): Promise<Part> {
  const of = (bad: boolean) => operationIds.filter((_, place) => isBad(work, from + place) === bad);
  const [good, bad] = [of(false), of(true)];
  const [{ succeeded }, { failed }] = [await countOperations(pool, good), await countOperations(pool, bad)];
  return {
    holds: new Set(operationIds).size === work.records && succeeded === good.length && failed === bad.length,
    detail: `good: ${succeeded} of ${good.length} succeeded; bad: ${failed} of ${bad.length} failed`,
  };
}

async function writtenOnce(
  { sandbox }: Bed,
  work: Work,
  { accounts, from }: Ground,
  { calls }: Came,
): Promise<Part> {
  const missing = new Set(range(from, work.records).filter((number) => !isBad(work, number)));
  const good = missing.size;
  let strange = 0;
  for (const { account } of accounts)
    for (const contact of await sandbox.contacts(account, work.provider)) {
      if (nameOf(contact) === nameBefore) continue;
      const number = numberOf(contact);
      const isItsOwn = work.type === 'create' || contact.id === String(number);
      if (!isItsOwn || !missing.delete(number)) strange += 1;
    }
  const { changes } = summarizeCalls(calls);
  return {
    holds: missing.size === 0 && strange === 0 && changes === good,
    detail: `${missing.size} not written, ${strange} twice or bad, ${changes} changes of records`,
  };
}

async function eachAnnouncedOnce(
  { subject: { pool } }: Bed,
  { records }: Work,
  { project }: Ground,
): Promise<Part> {
  let found = { events: 0, operations: 0 };
  const count = async (): Promise<boolean> => {
    const { rows } = await pool.query<typeof found>(
      `SELECT count(*)::int AS events, count(DISTINCT operation_id)::int AS operations
      FROM event WHERE project_id = $1 AND type = 'write.async.done'`,
      [project.id],
    );
    found = rows[0] ?? found;
    return found.operations >= records;
  };
  await eventually(count, { withinMs: eventsLimitMs, everyMs: 250 }).catch(() => undefined);
  return {
    holds: found.events === records && found.operations === records,
    detail: `${found.events} events of ${found.operations} operations`,
  };
}
