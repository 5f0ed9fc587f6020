import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';
import { writeCalls } from './effects.ts';

/** An operation's records went out in one call, in the order of acceptance. */
export function batchesWhole(history: History, size: number): Verdict {
  const order = new Map(
    entriesOf(history, 'acknowledged')
      .toSorted((a, b) => a.atMs - b.atMs)
      .map(({ number }, place) => [number, place]),
  );
  const calls = writeCalls(history);
  const operations = entriesOf(history, 'operation');
  const wrong = operations.filter(({ numbers }) => {
    const own = calls.filter((call) => call.numbers.some((number) => numbers.includes(number)));
    const [only] = own;
    const places = only?.numbers.map((number) => order.get(number) ?? -1) ?? [];
    const sorted = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
    const isOwn = only?.numbers.length === size && only.numbers.every((number) => numbers.includes(number));
    return own.length !== 1 || numbers.length !== size || !isOwn || !sorted;
  });
  return noneOf(
    `every batch went out once, with its ${size} records in order`,
    wrong.map(({ id, numbers }) => `${id} (${numbers.length})`),
    `${operations.length} batches, ${calls.length} calls`,
    operations.length,
  );
}

/** Every batch began at most `lateMs` after its deadline. */
export function batchesOnTime(history: History, delayMs: number, lateMs: number): Verdict {
  const calls = writeCalls(history);
  const delays = entriesOf(history, 'operation').map(({ id, numbers, createdAtMs }) => {
    const call = calls.find((given) => given.numbers.some((number) => numbers.includes(number)));
    return { id, afterMs: (call?.atMs ?? Infinity) - (createdAtMs + delayMs) };
  });
  const wrong = delays.filter(({ afterMs }) => afterMs < 0 || afterMs > lateMs);
  const seconds = delays.map(({ afterMs }) => Math.round(afterMs / 100) / 10);
  return noneOf(
    `every batch ran at its deadline, at most ${lateMs / 1000} s later`,
    wrong.map(({ id, afterMs }) => `${id} ${Math.round(afterMs)} ms`),
    `${Math.min(...seconds)} to ${Math.max(...seconds)} s after it`,
    delays.length,
  );
}
