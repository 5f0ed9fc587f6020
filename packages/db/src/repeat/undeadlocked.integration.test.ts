import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/service-kit';
import { patientConnection, testDatabase, type TestDatabase } from '@writ/test-kit';
import { openDatabase, type Database } from '../database.ts';
import { unlessTaken } from './undeadlocked.ts';

let own: TestDatabase;
let db: Database;
beforeAll(async () => {
  own = await testDatabase();
  db = openDatabase({ url: own.url, maxConnections: 4, applicationName: 'test', limits: patientConnection });
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

const addProject = async (name = `p-${newId()}`) =>
  db.prisma.project.create({ data: { id: newId(), name, appName: 'P' } });

test('a name that another one has is taken', async () => {
  const { name } = await addProject();
  expect(await unlessTaken(() => addProject(name))).toBe('name-taken');
});

test.each(['Prisma', 'SQL'])('what Postgres undoes to end a deadlock is done again, by %s', async (way) => {
  const [one, other] = [await addProject(), await addProject()];
  const both = Promise.withResolvers<undefined>();
  let began = 0;
  /** Changes one and then the other, when both callers have changed their first. */
  const change = (ids: readonly string[], appName: string) =>
    unlessTaken(() =>
      db.transaction(async ({ prisma, sql }) => {
        for (const id of ids) {
          if (way === 'Prisma') await prisma.project.update({ where: { id }, data: { appName } });
          else await sql.query('UPDATE project SET app_name = $2 WHERE id = $1', [id, appName]);
          began += 1;
          if (began === 2) both.resolve(undefined);
          await both.promise;
        }
        return appName;
      }),
    );
  const ids = [one.id, other.id];
  expect(await Promise.all([change(ids, 'Q'), change(ids.toReversed(), 'R')])).toEqual(['Q', 'R']);
  const found = await db.prisma.project.findMany({ where: { id: { in: ids } } });
  expect(new Set(found.map(({ appName }) => appName)).size).toBe(1);
});
