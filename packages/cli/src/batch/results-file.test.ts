import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
async function opened(text: string) {
  const path = join(folder, 'results.ndjson');
  await writeFile(path, text);
  const { done, failed, close } = await openResults(path, 'r', 2, 10);
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

test('results of another run are left alone', async () => {
  await expect(opened('{"index":0,"success":true,"run":"other"}\n')).rejects.toThrow('another file');
});
