import { setTimeout as delay } from 'node:timers/promises';

/** Each connection sends its next item when the last is answered. */
export async function closedLoop<Item>(
  items: IterableIterator<Item>,
  connections: number,
  send: (item: Item) => Promise<unknown>,
): Promise<void> {
  const connection = async (): Promise<void> => {
    for (const item of items) await send(item);
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

/** A fixed rate; `intendedAtMs` (of `performance`) is when an item should leave. */
export async function openLoop<Item, Answer>(
  items: Iterable<Item>,
  perSecond: number,
  send: (item: Item, intendedAtMs: number) => Promise<Answer>,
): Promise<Answer[]> {
  const startedAtMs = performance.now();
  const running: Promise<Answer>[] = [];
  for (const item of items) {
    const intendedAtMs = startedAtMs + (running.length / perSecond) * 1000;
    const waitMs = intendedAtMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    running.push(send(item, intendedAtMs));
  }
  return Promise.all(running);
}

export const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, place) => from + place);

/** 0, 1, 2, … until the signal. */
export function* numbersUntil(signal: AbortSignal): Generator<number, void> {
  for (let number = 0; !signal.aborted; number += 1) yield number;
}
