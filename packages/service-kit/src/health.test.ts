import { expect, test } from '@jest/globals';
import { CheckFault, createHealth, readinessOfAll } from './health.ts';
import { createAppLogger } from './log/logger.ts';

const away = () => Promise.reject(new Error('away'));
const works = () => Promise.resolve();

test('what a process can do without is told, and leaves it ready', async () => {
  const health = createHealth({ checkTimeoutMs: 1_000 });
  health.addCheck('postgres', works);
  health.addCheck('redis', away, { required: false });
  const dependencies = {
    postgres: { ok: true, required: true },
    redis: { ok: false, required: false, detail: 'it failed; the log of the process shows why' },
  };
  expect(await health.readiness()).toEqual({ ready: true, dependencies });
  health.addCheck('postgres', away);
  expect(await health.readiness()).toMatchObject({ ready: false });
});

test('a fault may say that the process cannot do without what it usually can', async () => {
  const health = createHealth({ checkTimeoutMs: 1_000, keptMs: 0 });
  const refused = () => Promise.reject(new CheckFault('it refuses', { required: true }));
  health.addCheck('redis', refused, { required: false });
  expect(await health.readiness()).toEqual({
    ready: false,
    dependencies: { redis: { ok: false, required: true, detail: 'it refuses' } },
  });
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
      three: { ok: false, required: true, detail: 'it failed; the log of the process shows why' },
    },
  });
  one.startDraining();
  expect(await told({})).toMatchObject({ ready: false, dependencies: { one: { ok: false } } });
});

test('all who ask share one run of a check, and one that does not end is not begun again', async () => {
  const health = createHealth({ checkTimeoutMs: 20, keptMs: 0 });
  let runs = 0;
  health.addCheck('postgres', () => {
    runs += 1;
    return new Promise(() => undefined);
  });
  const late = { ok: false, required: true, detail: 'no answer within 20 ms' };
  for (const told of await Promise.all([health.readiness(), health.readiness()]))
    expect(told.dependencies['postgres']).toEqual(late);
  expect((await health.readiness()).dependencies['postgres']).toEqual(late);
  expect(runs).toBe(1);
});

test('an answer tells the kind of a fault and no address, which the log has', async () => {
  const lines: string[] = [];
  const logger = createAppLogger({ service: 'test', level: 'info', write: (line) => lines.push(line) });
  const health = createHealth({ checkTimeoutMs: 1_000, logger });
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.3.7:5432'), { code: 'ECONNREFUSED' });
  health.addCheck('postgres', () => Promise.reject(refused));
  expect((await health.readiness()).dependencies['postgres']?.detail).toBe('the connection was refused');
  expect(lines.join('')).toContain('10.0.3.7');
});
