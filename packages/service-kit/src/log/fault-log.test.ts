import { expect, test } from '@jest/globals';
import { createFaultLog } from './fault-log.ts';
import { createAppLogger } from './logger.ts';

function logInto(now: () => number) {
  const messages: string[] = [];
  const write = (line: string): void => {
    const { error, message } = JSON.parse(line) as { error?: string; message: string };
    messages.push(error ?? message);
  };
  const logger = createAppLogger({ service: 'test', level: 'info', write });
  return { messages, log: createFaultLog(logger, 'The queue', now) };
}

test('tells each fault once until the connection is back, and then that it is', () => {
  const { messages, log } = logInto(() => 0);
  for (const fault of ['refused', 'closed', 'refused', 'closed']) log.failed(new Error(fault));
  log.recovered();
  log.recovered();
  log.failed(new Error('refused'));
  expect(messages).toEqual(['refused', 'closed', 'The queue works again', 'refused']);
});

test('tells a lasting fault again after a minute', () => {
  let now = 0;
  const { messages, log } = logInto(() => now);
  log.failed(new Error('refused'));
  now = 61_000;
  log.failed('refused');
  expect(messages).toEqual(['refused', 'refused']);
});

test('tells a bounded number of different faults', () => {
  const { messages, log } = logInto(() => 0);
  for (let count = 0; count < 100; count += 1) log.failed(new Error(`job ${count} lost its lock`));
  expect(messages).toHaveLength(20);
});
