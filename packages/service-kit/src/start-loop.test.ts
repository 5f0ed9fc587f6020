import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@writ/test-kit';
import { startLoop, type Loop, type Rest } from './start-loop.ts';

const hourMs = 3_600_000;
let loop: Loop | undefined;
afterEach(() => loop?.close());

/** A loop that rests as it is told, and how many steps it has begun. */
function startCounting(rests: readonly (Rest | Error)[]) {
  const seen = { steps: 0, failures: [] as number[] };
  loop = startLoop({
    step: () => {
      const next = rests[seen.steps++] ?? hourMs;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    onFault: (_error, failures) => {
      seen.failures.push(failures);
      return 1;
    },
  });
  return { seen, loop };
}

test('a step without a rest is followed by another at once, and a poke ends a rest', async () => {
  const { seen, loop: counting } = startCounting([0, 0, hourMs, hourMs]);
  await eventually(() => seen.steps === 3);
  counting.poke();
  await eventually(() => seen.steps === 4);
});

test('a poke during a step leaves out the rest after it', async () => {
  let steps = 0;
  let end = (): void => undefined;
  loop = startLoop({
    step: () => {
      steps += 1;
      return new Promise((resolve) => (end = () => resolve(hourMs)));
    },
    onFault: () => hourMs,
  });
  loop.poke();
  end();
  await eventually(() => steps === 2);
  end();
});

test('a deaf rest is not shortened by a poke, but by the end of the loop', async () => {
  const { seen, loop: counting } = startCounting([{ deafMs: hourMs }]);
  await eventually(() => seen.steps === 1);
  counting.poke();
  await counting.close();
  expect(seen.steps).toBe(1);
});

test('a step that throws is followed by another, and the failures in a row are counted', async () => {
  const { seen } = startCounting([new Error('a'), new Error('b'), 1, new Error('c')]);
  await eventually(() => seen.steps === 5);
  expect(seen.failures).toEqual([1, 2, 1]);
});
