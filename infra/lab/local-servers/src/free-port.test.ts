import { expect, test } from '@jest/globals';
import { freePort } from './free-port.ts';
import { reservePort } from './reserve-port.ts';

test('free ports are apart from each other and from the ports of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(new Set(ports).size).toBe(50);
  for (const port of ports) expect(port).toBeLessThan(30_000);
});

test('a port that was given to somebody is not given again while they live', async () => {
  expect(await reservePort(await freePort())).toBe(false);
});

test('of two who ask for one port at once, one gets it', async () => {
  const port = 18_000 + (process.pid % 1_000);
  const taken = await Promise.all([reservePort(port), reservePort(port)]);
  expect(taken.filter(Boolean)).toHaveLength(1);
});
