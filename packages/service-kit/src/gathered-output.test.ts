import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** Lines that a process prints; many times what a pipe takes at once. */
async function linesOf(script: string): Promise<string[]> {
  const setUp = `
    import { setImmediate as turn } from 'node:timers/promises';
    import { createAppLogger, runService } from './index.ts';
    const logger = createAppLogger({ service: 'test', level: 'info' });
    const log = (from) => { for (let at = from; at < from + 5000; at += 1) logger.info('line', { at }); };`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', setUp + script],
    { cwd: import.meta.dirname, maxBuffer: 2 ** 26 },
  );
  return stdout.trimEnd().split('\n');
}

test('what was logged last is written before a process exits, however much it is', async () => {
  const lines = await linesOf(`setTimeout(() => { log(0); process.exit(0); }, 1);`);
  expect(lines).toHaveLength(5_000);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ at: 4_999 });
});

test('a service that stops waits until its lines are taken', async () => {
  const lines = await linesOf(`
    await runService('test', async (closing) => {
      closing.add(undefined, async () => { log(0); await turn(); log(5000); });
    });
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => undefined, 10_000);`);
  expect(lines).toHaveLength(10_000);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ at: 9_999 });
});
