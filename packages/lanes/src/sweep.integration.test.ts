import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createAppLogger, createClosing, type Closing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { startSweep } from './sweep.ts';
import { unitLanes } from './testing/unit-lanes.ts';

let closing: Closing;
beforeEach(() => {
  closing = createClosing();
});
afterEach(() => closing.close());

test('all lanes whose wake-ups were lost are woken without a rest, however many', async () => {
  const { db, queues } = await unitLanes(closing);
  const forgotten = 2_300;
  // Longer than any wake-up waits.
  await db.pool.query(
    `INSERT INTO lane (id, project_id, kind, name, next_due_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'provider', 'test', clock_timestamp() - interval '1 day'
     FROM generate_series(1, $1)`,
    [forgotten],
  );
  const woken = new Set<string>();
  const takes = (laneId: string) => Promise.resolve(void woken.add(laneId));
  closing.add(await queues.usual.work(takes, { slots: 100 }), (worker) => worker.close());
  let counted = 0;
  const sweep = startSweep({
    pool: db.pool,
    kind: 'provider',
    ...queues,
    everyMs: 3_600_000,
    logger: createAppLogger({ service: 'test', level: 'error' }),
    onWoken: (lanes) => (counted += lanes),
  });
  closing.add(sweep, (rounds) => rounds.close());
  await eventually(() => woken.size === forgotten);
  expect(counted).toBe(forgotten);
});
