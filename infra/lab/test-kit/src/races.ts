import { describe, expect, test } from '@jest/globals';
import { behindRow, inTurn } from './in-turn.ts';
import type { TestDatabase } from './servers/test-database.ts';

type Answer = { status: number; body: unknown };
type Call = () => Promise<Answer>;

/** A kind of resource and concurrent calls to it. */
export type Raced<One extends { id: string }> = {
  name: string;
  table: string;
  make: () => Promise<One>;
  /** Undefined if it does not exist. */
  find: (one: One) => Promise<unknown>;
  /** Change `nr`, to its own value, and the members of its answer. */
  change?: (one: One, nr: number) => { send: Call; shown: object };
  remove?: (one: One) => Call;
  /** Each call creates a resource with the same unique name. */
  creation?: () => Promise<Call>;
};

const many = 8;
const times = <T>(make: (nr: number) => T): T[] => Array.from({ length: many }, (_, nr) => make(nr));
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

type Leaf = { path: string; value: unknown };

const leavesOf = (value: unknown, path = ''): Leaf[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${path}/${name}`))
    : [{ path, value }];

/** Concurrent changes, removals and creations of one resource must all get true answers. */
export function testRaces<One extends { id: string }>(database: () => TestDatabase, raced: Raced<One>): void {
  const { name, table, make, find, change, remove, creation } = raced;
  const waiting = async ({ id }: One, calls: readonly Call[]): Promise<number[]> =>
    statuses(await behindRow(database().pool, { table, id }, calls));

  describe(name, () => {
    if (change) {
      test('of changes that come at the same time none is lost', async () => {
        const one = await make();
        const changes = times((nr) => change(one, nr));
        const shownBy = changes.map(({ send, shown }) => async () => {
          const answer = await send();
          expect(answer.body).toMatchObject(shown);
          return answer;
        });
        expect(await waiting(one, shownBy)).toEqual(times(() => 200));
        expectLastOf(
          changes.map(({ shown }) => shown),
          await find(one),
        );
      });
    }
    if (change && remove) {
      test('a change before a removal is made, and one after it finds none', async () => {
        const [one, other] = [await make(), await make()];
        expect(await waiting(one, [change(one, 0).send, remove(one)])).toEqual([200, 204]);
        expect(await waiting(other, [remove(other), change(other, 0).send])).toEqual([204, 404]);
        expect([await find(one), await find(other)]).toEqual([undefined, undefined]);
      });
    }
    if (remove) {
      test('of removals that come at the same time one finds it, whatever is changed meanwhile', async () => {
        const one = await make();
        const removals = times(() => remove(one));
        expect((await waiting(one, removals)).sort()).toEqual([204, ...times(() => 404).slice(1)]);
        for (let round = 0; round < 3; round += 1) await testAtOnce(raced, await make());
      });
    }
    if (creation) {
      test('of those who create the same at the same time one does', async () => {
        const create = await creation();
        const creations = times(() => create);
        const answers = await inTurn(
          database().pool,
          { text: `LOCK TABLE ${table} IN SHARE MODE` },
          creations,
        );
        const [first, ...others] = statuses(answers).sort();
        expect([200, 201]).toContain(first);
        expect(others).toEqual(times(() => 409).slice(1));
      });
    }
  });
}

function expectLastOf(shown: readonly object[], found: unknown): void {
  const leaves = leavesOf(found);
  const changed = Map.groupBy(
    shown.flatMap((members) => leavesOf(members)),
    ({ path }) => path,
  );
  for (const [path, given] of changed)
    expect(given).toContainEqual(leaves.find((leaf) => leaf.path === path));
}

async function testAtOnce<One extends { id: string }>(
  { find, change, remove }: Raced<One>,
  one: One,
): Promise<void> {
  const changes = change ? times((nr) => change(one, nr).send()) : [];
  const removals = remove ? [remove(one)(), remove(one)()] : [];
  expect(statuses(await Promise.all(removals)).sort()).toEqual([204, 404]);
  for (const { status } of await Promise.all(changes)) expect([200, 404]).toContain(status);
  expect(await find(one)).toBeUndefined();
}
