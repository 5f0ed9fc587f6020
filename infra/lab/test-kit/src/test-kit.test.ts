import { afterEach, expect, jest, test } from '@jest/globals';
import { eventually } from './eventually.ts';
import { manualClock } from './manual-clock.ts';
import { startReceiver } from './receiver.ts';
import { seededRandom } from './seeded-random.ts';
import { startProcess } from './test-process.ts';

afterEach(() => void jest.restoreAllMocks());

test('eventually returns what the first attempt that holds answers', async () => {
  let attempts = 0;
  const answer = await eventually(() => {
    attempts += 1;
    if (attempts < 3) throw new Error('not yet');
    return attempts;
  });
  expect(answer).toBe(3);
});

test('eventually fails with the last error', async () => {
  let attempts = 0;
  const failing = () => {
    attempts += 1;
    throw new Error(`attempt ${attempts}`);
  };
  const failed = eventually(failing, { withinMs: 50, everyMs: 5 });
  await expect(failed).rejects.toThrow(/^attempt \d+$/);
  await expect(eventually(() => false, { withinMs: 10 })).rejects.toThrow('did not hold within 10 ms');
});

test('eventually looks once more after an attempt in which its time ran out', async () => {
  const now = jest.spyOn(performance, 'now');
  let attempts = 0;
  const standingStill = () => {
    attempts += 1;
    now.mockReturnValue(Infinity);
    return attempts > 1;
  };
  await expect(eventually(standingStill)).resolves.toBe(true);
});

test('a manual clock moves only when it is told to', () => {
  const clock = manualClock(new Date('2026-01-01T00:00:00Z'));
  clock.advance({ hours: 1, minutes: 2, ms: 3 });
  expect(clock.now().toISOString()).toBe('2026-01-01T01:02:00.003Z');
});

test('seeded random numbers are the same for the same seed and spread evenly', () => {
  const numbers = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 1_000 }, () => random.integer(0, 9));
  };
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
  expect(new Set(numbers(7)).size).toBe(10);
});

test('a receiver records exact bytes and follows its script', async () => {
  const receiver = await startReceiver();
  try {
    receiver.answerNext({ status: 503, headers: { 'retry-after': '7' } }, 'reset');
    const post = (body: string) => fetch(`${receiver.url}/hook?x=1`, { method: 'POST', body });
    const first = await post('{"a" : 1}');
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '7']);
    await expect(post('two')).rejects.toThrow();
    expect((await post('three')).status).toBe(200);
    const found = await receiver.waitFor((request) => request.rawBody.toString() === '{"a" : 1}');
    expect([found.method, found.path, found.json()]).toEqual(['POST', '/hook?x=1', { a: 1 }]);
    expect(receiver.received).toHaveLength(3);
  } finally {
    await receiver.close();
  }
});

test('a receiver that hangs can be closed', async () => {
  const receiver = await startReceiver();
  receiver.answerAlways('hang');
  const answer = fetch(receiver.url);
  await receiver.waitForCount(1);
  await receiver.close();
  await expect(answer).rejects.toThrow();
});

const node = (script: string) => ({ command: process.execPath, args: ['--eval', script] });

test('a process is ready when it prints what is waited for, and can be killed', async () => {
  const running = await startProcess({
    ...node(`console.log('value ' + process.env.VALUE); setInterval(() => {}, 1000)`),
    env: { VALUE: '5' },
    readyWhen: /value 5/,
  });
  running.kill();
  expect(await running.waitForExit()).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a process that ends before it is ready is an error with its output', async () => {
  const failing = startProcess({ ...node(`console.error('no luck'); process.exit(3)`), readyWhen: /never/ });
  await expect(failing).rejects.toThrow(/ended with 3: no luck/);
});
