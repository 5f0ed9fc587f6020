import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { acknowledged, fault } from '../testing/a-history.ts';
import { createRecorder, readHistory } from './recorder.ts';

test('what was recorded can be read again from its file, in order', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'writ-history-'));
  const file = join(dir, 'history.jsonl');
  const recorder = createRecorder(file);
  recorder.record(fault(1));
  recorder.record(acknowledged(0));
  await recorder.close();
  expect(await readHistory(file)).toEqual(recorder.history);
  expect(recorder.history).toEqual([fault(1), acknowledged(0)]);
  await rm(dir, { recursive: true });
});
