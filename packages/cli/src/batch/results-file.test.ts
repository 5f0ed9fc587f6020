import { mkdtemp, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openResults } from './results-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writ-results-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const line = (index: number, success = true): string => `${JSON.stringify({ index, success, run: 'r' })}\n`;
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, offset) => line(from + offset)).join('');
const run = { run: 'r', ends: [2, 4, 6, 8, 10], creates: true };
async function opened(text: string) {
  const path = join(folder, 'results.ndjson');
  await writeFile(path, text);
  const { done, failed, close } = await openResults(path, run);
  await close();
  return { done, failed, text: await readFile(path, 'utf8') };
}

test('a run goes on after its last whole batch, and what was cut off goes', async () => {
  const kept = line(0) + line(1, false) + lines(2, 4);
  expect(await opened(`${kept}${line(4)}{"index":5,"succ`)).toEqual({ done: 4, failed: 1, text: kept });
});

test('where two runs have mixed their lines, what is not surely there is sent again', async () => {
  expect(await opened(lines(0, 6) + lines(2, 8))).toEqual({ done: 6, failed: 0, text: lines(0, 6) });
  expect(await opened(lines(0, 3) + lines(2, 8))).toEqual({ done: 2, failed: 0, text: lines(0, 2) });
});

test('what a crash of the machine has left in the middle is sent again', async () => {
  expect(await opened(`${lines(0, 3)}\0\0\n${lines(4, 8)}`)).toEqual({
    done: 2,
    failed: 0,
    text: lines(0, 2),
  });
});

test('a file that no text of this language could hold is read', async () => {
  const path = join(folder, 'results.ndjson');
  await writeFile(path, lines(0, 4));
  await truncate(path, 540_000_000);
  const { done, close } = await openResults(path, { ...run, ends: [2, 4, 6] });
  await close();
  expect([done, await readFile(path, 'utf8')]).toEqual([4, lines(0, 4)]);
});

test('where the key of what may have been created is gone, nothing is sent, and it is told which records those are', async () => {
  const path = join(folder, 'results.ndjson');
  const fault = async (text: string, hoursAgo: number, given = run) => {
    await writeFile(path, text);
    const then = new Date(Date.now() - hoursAgo * 3_600_000);
    await utimes(path, then, then);
    try {
      await (await openResults(path, given)).close();
      return undefined;
    } catch (thrown) {
      expect(await readFile(path, 'utf8')).toBe(text);
      return thrown;
    } finally {
      // What is cut off is no write: the next time is judged by the last one that was sent.
      expect((await stat(path)).mtimeMs).toBeCloseTo(then.getTime(), -1);
    }
  };
  const partly = lines(0, 4) + line(4);
  expect(await fault(partly, 48)).toMatchObject({
    code: 5,
    message: expect.stringContaining('Records 5 to 10 may'),
    remedy: expect.stringMatching(/in the CRM[^]*after record 10,/),
  });
  expect(await fault(lines(0, 8), 48)).toMatchObject({
    message: expect.stringContaining('Records 9 to 10 '),
  });
  // Its first batches may have been cut off: the file is made before they are sent, and many are stored ahead.
  expect(await fault('', 48)).toMatchObject({ message: expect.stringContaining('Records 1 to 10 ') });
  expect(await fault(partly, 46)).toBeUndefined();
  expect(await fault(partly, 48, { ...run, creates: false })).toBeUndefined();
  expect(await fault(lines(0, 10), 480)).toBeUndefined();
});

test.each([
  ['results of another run', '{"index":0,"success":true,"run":"other"}\n'],
  ['results of another run behind ours', `${line(0)}{"index":1,"success":true,"run":"other"}\n`],
  ['no results', 'My notes\n'],
  ['no line that ends', '{"email":"a"}'],
])('a file that holds %s is left alone', async (_, text) => {
  await expect(opened(text)).rejects.toThrow('another file');
  expect(await readFile(join(folder, 'results.ndjson'), 'utf8')).toBe(text);
});

test('what is no file, or in no folder, is told as such', async () => {
  const fault = (path: string) => openResults(path, { ...run, ends: [] }).catch((thrown: unknown) => thrown);
  expect(await fault(folder)).toMatchObject({ code: 2, message: expect.stringContaining('a folder') });
  expect(await fault(join(folder, 'no/results'))).toMatchObject({
    code: 2,
    message: expect.stringContaining('no such file'),
  });
  expect(await fault('/dev/null')).toMatchObject({ code: 2, message: expect.stringContaining('no file') });
});
