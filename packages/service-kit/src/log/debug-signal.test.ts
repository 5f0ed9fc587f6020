import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';

const script = `
  import { once } from 'node:events';
  import { createServiceFrame, runService } from '../index.ts';
  await runService('test', async (closing) => {
    const waiting = setInterval(() => undefined, 10_000);
    closing.add(waiting, clearInterval);
    process.kill(process.pid, 'SIGUSR2');
    await once(process, 'SIGUSR2');
    const { logger } = createServiceFrame('test', { LOG_LEVEL: 'warn' }, closing);
    const part = logger.with({ part: 'one' });
    process.on('SIGUSR2', () => { part.debug('detail'); logger.info('news'); logger.warn('signal seen'); });
    logger.warn('started');
  });`;

test('a running process logs at debug after SIGUSR2, and at its own level after the next; before its log it ignores one', async () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const messages: string[] = [];
  const signals: NodeJS.Signals[] = ['SIGUSR2', 'SIGUSR2', 'SIGTERM'];
  for await (const line of createInterface(child.stdout)) {
    const { message } = JSON.parse(line) as { message: string };
    messages.push(message);
    if (message === 'started' || message === 'signal seen') child.kill(signals.shift());
  }
  const [code] = child.exitCode === null ? ((await once(child, 'exit')) as [number]) : [child.exitCode];

  expect(messages).toEqual([
    'started',
    'log level is now debug',
    'detail',
    'news',
    'signal seen',
    'log level is now warn',
    'signal seen',
  ]);
  expect(code).toBe(0);
});
