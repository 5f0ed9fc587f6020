import { setTimeout as delay } from 'node:timers/promises';
import type { Pace } from './load-task.ts';

/** Sends request `number`, which should leave at `intendedAtMs` of the process' clock; never throws. */
type Send = (number: number, intendedAtMs: number) => Promise<void>;

/** Requests in the given pace; resolves when all are answered. Gives what each took, from when it should have left. */
export async function runPace(
  pace: Pace,
  options: { connections: number; from: number; send: Send },
): Promise<{ latenciesMs: number[]; seconds: number }> {
  const startedAtMs = performance.now();
  const latenciesMs: number[] = [];
  const timed = async (number: number, intendedAtMs: number): Promise<void> => {
    await options.send(number, intendedAtMs);
    latenciesMs.push(performance.now() - intendedAtMs);
  };
  if (pace.kind === 'open') await openLoop(pace, options.from, timed);
  else await closedLoop(pace, options, timed);
  return { latenciesMs, seconds: (performance.now() - startedAtMs) / 1000 };
}

async function closedLoop(
  pace: Extract<Pace, { kind: 'closed' | 'count' }>,
  { connections, from }: { connections: number; from: number },
  send: Send,
): Promise<void> {
  const endsAtMs = pace.kind === 'closed' ? performance.now() + pace.seconds * 1000 : Infinity;
  const end = pace.kind === 'count' ? from + pace.count : Infinity;
  let next = from;
  const connection = async (): Promise<void> => {
    while (next < end && performance.now() < endsAtMs) await send(next++, performance.now());
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

async function openLoop(
  { perSecond, seconds }: Extract<Pace, { kind: 'open' }>,
  from: number,
  send: Send,
): Promise<void> {
  const count = Math.floor(perSecond * seconds);
  const startedAtMs = performance.now();
  const running: Promise<void>[] = [];
  while (running.length < count) {
    const due = Math.ceil(((performance.now() - startedAtMs) / 1000) * perSecond);
    while (running.length < Math.min(due, count)) {
      const intendedAtMs = startedAtMs + (running.length / perSecond) * 1000;
      running.push(send(from + running.length, intendedAtMs));
    }
    await delay(1);
  }
  await Promise.all(running);
}
