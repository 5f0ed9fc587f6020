import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, testDatabase, type TestDatabase } from '@writ/test-kit';
import { keepPlans, noPlansKept } from './kept-plans.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
  await own.pool.query('CREATE TABLE grows (id int)');
});
afterAll(() => own.drop());

const statement = { text: 'SELECT $1::int AS n', values: [1] };

test('plans are kept once Postgres knows that the table is large, each statement by a name of its own', async () => {
  const plans = keepPlans({
    db: own.pool,
    table: 'grows',
    everyMs: 10,
  });
  try {
    await own.pool.query('INSERT INTO grows SELECT generate_series(1, 100); ANALYZE grows');
    expect(plans.named(statement)).toEqual(statement);
    await own.pool.query('INSERT INTO grows SELECT generate_series(1, 20000); ANALYZE grows');
    await eventually(() => expect(plans.named(statement)).toHaveProperty('name'));
    const other = plans.named({ ...statement, text: 'SELECT $1::text AS n' });
    expect(other).not.toMatchObject({ name: (plans.named(statement) as { name?: string }).name });
    const { rows } = await own.pool.query<{ n: number }>(plans.named(statement));
    expect(rows).toEqual([{ n: 1 }]);
  } finally {
    await plans.close();
  }
});

test('a database that is away is looked at again', async () => {
  const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve({ rows: [{ rows: 1e6 }] })];
  const db = { query: () => (answers.shift() ?? (() => Promise.resolve({ rows: [] })))() };
  const plans = keepPlans({
    db: db as never,
    table: 'grows',
    everyMs: 1,
  });
  await eventually(() => expect(plans.named(statement)).toHaveProperty('name'));
  await plans.close();
});

test('where no plans are kept, statements are as they were given', () => {
  expect(noPlansKept.named(statement)).toBe(statement);
});
