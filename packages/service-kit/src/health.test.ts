import { expect, test } from '@jest/globals';
import { createHealth, readinessOfAll } from './health.ts';

const away = () => Promise.reject(new Error('away'));
const works = () => Promise.resolve();

test('what a process can do without is told, and leaves it ready', async () => {
  const health = createHealth({ checkTimeoutMs: 1_000 });
  health.addCheck('postgres', works);
  health.addCheck('redis', away, { required: false });
  const dependencies = {
    postgres: { ok: true, required: true },
    redis: { ok: false, required: false, detail: 'away' },
  };
  expect(await health.readiness()).toEqual({ ready: true, dependencies });
  health.addCheck('postgres', away);
  expect(await health.readiness()).toMatchObject({ ready: false });
});

test('several services are ready when each of them is, and one that tells nothing in time is not', async () => {
  const one = createHealth({ checkTimeoutMs: 1_000 });
  const never = (): Promise<never> => new Promise(() => undefined);
  const told = (others: Parameters<typeof readinessOfAll>[0]) =>
    readinessOfAll({ one: () => one.readiness(), ...others }, 20);
  expect(await told({ two: () => one.readiness() })).toMatchObject({ ready: true });
  expect(await told({ two: never, three: away })).toEqual({
    ready: false,
    dependencies: {
      one: { ok: true, required: true, dependencies: {} },
      two: { ok: false, required: true, detail: 'no answer within 20 ms' },
      three: { ok: false, required: true, detail: 'away' },
    },
  });
  one.startDraining();
  expect(await told({})).toMatchObject({ ready: false, dependencies: { one: { ok: false } } });
});
