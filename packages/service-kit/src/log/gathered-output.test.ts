import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const cwd = import.meta.dirname;
/** Five thousand lines are many times what a pipe takes at once. */
const setUp = `
  import { setImmediate as turn } from 'node:timers/promises';
  import { createAppLogger, runService } from '../index.ts';
  const logger = createAppLogger({ service: 'test', level: 'info' });
  const log = (from) => { for (let at = from; at < from + 5000; at += 1) logger.info('line', { at }); };`;
const evaluate = (script: string): string[] => [
  '--disable-warning=ExperimentalWarning',
  '--input-type=module',
  '--eval',
  setUp + script,
];
const stopping = `
  await runService('test', async (closing) => {
    closing.add(undefined, async () => { log(0); await turn(); log(5000); });
  });
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => undefined, 10_000);`;

async function linesOf(script: string): Promise<string[]> {
  const options = { cwd, maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)(process.execPath, evaluate(script), options);
  return stdout.trimEnd().split('\n');
}

test('what was logged last is written before a process exits, however much it is', async () => {
  const lines = await linesOf(`setTimeout(() => { log(0); process.exit(0); }, 1);`);
  expect(lines).toHaveLength(5_000);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ at: 4_999 });
});

test('a service that stops waits until its lines are taken', async () => {
  const lines = await linesOf(stopping);
  expect(lines).toHaveLength(10_000);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ at: 9_999 });
});

test('a service that stops is not held by a reader who takes nothing', async () => {
  const child = spawn(process.execPath, evaluate(stopping), { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  expect(await once(child, 'exit')).toEqual([0, null]);
  child.stdout.destroy();
});
