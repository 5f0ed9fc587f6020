import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { faultsOfPage } from '../../testing/faults-of-page.ts';
import { makeTraffic } from '../../testing/make-traffic.ts';
import { startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole(closing);
  await makeTraffic(running);
});
afterAll(() => closing.close());

test('the list is fit for all in every look', async () => {
  const faults = await faultsOfPage(running, 'operations', (page) =>
    page.getByRole('row').filter({ hasText: 'Waits' }).first().waitFor(),
  );
  expect(faults).toEqual([]);
});
