import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@writ/contracts';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import {
  addTask,
  archiveChunks,
  eraseTasks,
  exportWork,
  findTask,
  hasArchive,
  momentOf,
  removeArchives,
  removeTasks,
  stopTask,
} from './index.ts';
import { nextTask, noProject, noteStepOf, StepLost, type StepEnd } from './steps.ts';
import type { StoredTask } from './task.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 5 });
});
afterAll(() => db.close());

const projectId = newId();
const by: Actor = { kind: 'admin', id: 'admin', requestId: 'r', action: 'test' };
const hourMs = 3_600_000;

async function begin(of = projectId): Promise<StoredTask> {
  const createTime = await momentOf(db.prisma);
  const extent = { count: 3, leftOut: { running: 1 } };
  const given = { projectId: of, action: 'retry', filter: {}, extent, passedOver: extent.leftOut } as const;
  const id = await db.transaction((tx) => addTask(tx, { ...given, createTime }, by));
  return (await findTask(db.prisma, of, id))!;
}
const note = (task: StoredTask, end: Partial<StepEnd>) =>
  db.transaction((tx) => noteStepOf(task)(tx, { done: [], leftOut: {}, next: 'end', ...end }));
const items = async (task: StoredTask) => db.prisma.taskItem.count({ where: { projectId, taskId: task.id } });

test('a step that two processes make counts once, and the end tells what has changed meanwhile', async () => {
  const task = await begin();
  await note(task, { done: [newId()], next: { afterId: newId() } });
  await expect(note(task, { done: [newId()] })).rejects.toThrow(StepLost);
  const next = (await findTask(db.prisma, projectId, task.id))!;
  expect(next).toMatchObject({ state: 'running', done: 1, leftOut: { running: 1 } });
  await note(next, { leftOut: { written: 1 } });
  expect(await findTask(db.prisma, projectId, task.id)).toMatchObject({
    state: 'done',
    done: 1,
    leftOut: { running: 1, written: 1, changed: 1 },
  });
  expect(await items(task)).toBe(1);
});

test('a task that is still counting adds what its steps find, and has all of it at its end', async () => {
  const task = await begin();
  const extent = { count: 2, leftOut: { cancelled: 1, written: 1 } };
  const counted = { ...extent, countedTo: newId() };
  await note(task, { leftOut: { cancelled: 1 }, next: 'again', counted });
  const counting = (await findTask(db.prisma, projectId, task.id))!;
  expect(counting).toMatchObject({
    count: 5,
    countedTo: counted.countedTo,
    leftOut: { running: 1, cancelled: 1 },
  });
  await note(counting, { next: 'again', counted: { count: 1, leftOut: {} } });
  const all = (await findTask(db.prisma, projectId, task.id))!;
  expect(all).toMatchObject({ count: 6, countedTo: null, afterId: null });
  await note(all, { done: [newId(), newId(), newId(), newId()], leftOut: { written: 1 } });
  expect(await findTask(db.prisma, projectId, task.id)).toMatchObject({
    state: 'done',
    leftOut: { running: 1, cancelled: 1, written: 1, changed: 2 },
  });
});

test('tasks take turns, and one that was stopped has none', async () => {
  await db.prisma.task.deleteMany();
  const [first, second] = [await begin(), await begin()];
  const turn = async () =>
    (await nextTask(db.prisma, { actions: ['retry'], parts: [0], after: noProject }))?.id;
  expect([await turn(), await turn(), await turn()]).toEqual([first.id, second.id, first.id]);
  await db.transaction((tx) => stopTask(tx, first, by));
  expect([await turn(), await turn()]).toEqual([second.id, second.id]);
  expect(await nextTask(db.prisma, { actions: ['redeliver'], parts: [0], after: noProject })).toBeUndefined();
  await expect(note(first, {})).rejects.toThrow(StepLost);
});

test('projects take turns, however many tasks each has', async () => {
  await db.prisma.task.deleteMany();
  const [few, many, other] = [newId(), newId(), newId()];
  const [ofMany, ofOther] = [[await begin(many), await begin(many), await begin(many)], await begin(other)];
  const ofFew = await begin(few);
  const turns: (string | undefined)[] = [];
  let after = noProject;
  for (let turn = 0; turn < 8; turn += 1) {
    const task = await nextTask(db.prisma, { actions: ['retry'], parts: [0], after });
    turns.push(task?.id);
    after = task?.projectId ?? after;
  }
  const round = (of: number) => [ofFew.id, ofMany[of]?.id, ofOther.id];
  expect(turns).toEqual([...round(0), ...round(1), ...round(2).slice(0, 2)]);
});

test('the audit tells once who stopped a task, and nothing of one that had ended', async () => {
  const [running, ended] = [await begin(), await begin()];
  await note(ended, {});
  const stopper = { ...by, requestId: newId() };
  for (const task of [running, running, ended]) await db.transaction((tx) => stopTask(tx, task, stopper));
  const entries = await db.prisma.auditEntry.findMany({ where: { requestId: stopper.requestId } });
  expect(entries.map(({ resourceId }) => resourceId)).toEqual([running.id]);
});

test('a task goes with what came of it, once it has ended long enough ago', async () => {
  const [old, young, running] = [await begin(), await begin(), await begin()];
  for (const task of [old, young]) await note(task, { done: [newId(), newId(), newId()] });
  await db.pool.query(`UPDATE task SET end_time = end_time - interval '2 h' WHERE id = $1`, [old.id]);
  const remove = () => removeTasks(db.prisma, { ageMs: hourMs, limit: 2 });
  expect([await remove(), await remove(), await remove(), await remove()]).toEqual([2, 1, 1, 0]);
  expect([await items(old), await items(young)]).toEqual([0, 3]);
  const found = await Promise.all([old, young, running].map(({ id }) => findTask(db.prisma, projectId, id)));
  expect(found.map((task) => task?.state)).toEqual([undefined, 'done', 'running']);
});

test('a task of which nothing is left goes, also while more is left of others', async () => {
  const [emptied, full] = [await begin(), await begin()];
  await note(full, { done: [newId(), newId(), newId()] });
  await note(emptied, {});
  await db.pool.query(`UPDATE task SET end_time = clock_timestamp() - interval '2 h' WHERE id = ANY ($1)`, [
    [emptied.id, full.id],
  ]);
  expect(await removeTasks(db.prisma, { ageMs: hourMs, limit: 2 })).toBe(3);
  const found = await Promise.all([emptied, full].map(({ id }) => findTask(db.prisma, projectId, id)));
  expect(found.map((task) => task?.state)).toEqual([undefined, 'done']);
});

async function beginExport(groupRef: string): Promise<StoredTask> {
  const createTime = await momentOf(db.prisma);
  const extent = { count: 0, leftOut: {} };
  const given = {
    projectId,
    action: 'export',
    filter: { groupRef },
    extent,
    passedOver: {},
    createTime,
  } as const;
  const id = await db.transaction((tx) => addTask(tx, given, by));
  return (await findTask(db.prisma, projectId, id))!;
}

const openDatabase: Pick<Database, 'transaction'> = { transaction: (run) => db.transaction(run) };

/** Lines 1 to 7, three a step, in the place of a group's events. */
const sevenLines = exportWork(openDatabase, 'event', ({ afterId }) => {
  const from = afterId === null ? 0 : Number(afterId.slice(-1));
  const numbers = [1, 2, 3].map((step) => from + step).filter((number) => number <= 7);
  const last = numbers.length === 3 ? `00000000-0000-4000-8000-00000000000${from + 3}` : undefined;
  return Promise.resolve({ lines: numbers.map((number) => ({ number })), last });
});
async function archiveOf(task: StoredTask): Promise<string> {
  let text = '';
  for await (const chunk of archiveChunks(db.prisma, task)) text += chunk;
  return text;
}

/** Makes every step twice at the same time, after one that dies before its commit. */
async function exportAll(task: StoredTask): Promise<StoredTask> {
  for (let now = task; ; now = (await findTask(db.prisma, projectId, task.id))!) {
    if (now.state === 'done') return now;
    const note = noteStepOf(now);
    const dies = sevenLines.step(now, async (tx, end) => {
      await note(tx, end);
      throw new Error('The process died.');
    });
    await expect(dies).rejects.toThrow('died');
    const twice = await Promise.allSettled([1, 2].map(() => sevenLines.step(now, note)));
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  }
}

test('an archive has each line once, although steps die and are made twice', async () => {
  const task = await exportAll(await beginExport('acme'));
  expect(task).toMatchObject({ done: 7, leftOut: {} });
  const reader = archiveChunks(db.prisma, task);
  expect((await reader.next()).value).toBe('{"number":1}\n{"number":2}\n{"number":3}\n');
  expect(await archiveOf(task)).toBe(
    [1, 2, 3, 4, 5, 6, 7].map((number) => `{"number":${number}}\n`).join(''),
  );
  await db.prisma.taskChunk.deleteMany({ where: { projectId, taskId: task.id } });
  await expect(reader.next()).rejects.toThrow('removed while it was read');
});

test('an archive is removed 24 hours after its end, then its task', async () => {
  const [old, running] = [await exportAll(await beginExport('acme')), await beginExport('acme')];
  await sevenLines.step(running, noteStepOf(running));
  const remove = { ageMs: 24 * hourMs, limit: 100 };
  await removeArchives(db.prisma, remove);
  expect(await hasArchive(db.prisma, old)).toBe(true);
  await db.pool.query("UPDATE task SET end_time = end_time - interval '25 h' WHERE id = $1", [old.id]);
  await removeTasks(db.prisma, remove);
  expect(await findTask(db.prisma, projectId, old.id)).toBeDefined();
  await removeArchives(db.prisma, remove);
  expect([await hasArchive(db.prisma, old), await hasArchive(db.prisma, running)]).toEqual([false, true]);
  await removeTasks(db.prisma, remove);
  expect(await findTask(db.prisma, projectId, old.id)).toBeUndefined();
});

test('an erasure removes the archives of its group, and stops an export that runs', async () => {
  const [done, running] = [await exportAll(await beginExport('gone')), await beginExport('gone')];
  const other = await exportAll(await beginExport('other'));
  await sevenLines.step(running, noteStepOf(running));
  const stale = (await findTask(db.prisma, projectId, running.id))!;
  await db.transaction(({ prisma }) =>
    eraseTasks(prisma, { projectId, groupRef: 'gone', mark: 'erased', exceptId: newId() }),
  );
  await expect(sevenLines.step(stale, noteStepOf(stale))).rejects.toThrow(StepLost);
  expect([await archiveOf(done), await archiveOf(running)]).toEqual(['', '']);
  expect(await findTask(db.prisma, projectId, running.id)).toMatchObject({
    state: 'stopped',
    filter: { groupRef: 'erased' },
  });
  expect(await hasArchive(db.prisma, other)).toBe(true);
});
