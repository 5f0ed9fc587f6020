import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing, createServiceFrame } from '@writ/service-kit';
import { eventually, testDatabase } from '@writ/test-kit';
import { measureByLeader, openCheckedDatabase } from './index.ts';

const closing = createClosing();
let pool: Awaited<ReturnType<typeof openCheckedDatabase>>['pool'];
beforeAll(async () => {
  const own = closing.add(await testDatabase(), (opened) => opened.drop());
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  const options = { url: own.url, maxConnections: 4, applicationName: 'test' };
  ({ pool } = await openCheckedDatabase(frame, options, closing));
});
afterAll(() => closing.close());

test('one process shows a figure, and another one takes over; who no longer leads soon shows none', async () => {
  const start = (figure: number) => {
    const { logger, metrics } = createServiceFrame('test', { LOG_LEVEL: 'error' });
    const rounds = measureByLeader({
      pool,
      name: 'figures',
      everyMs: 10,
      logger,
      metrics,
      figures: [
        { name: 'writ_one', help: 'One', measure: () => Promise.resolve(figure) },
        {
          name: 'writ_each',
          help: 'Each',
          labels: ['kind'],
          measureEach: () => Promise.resolve([{ labels: { kind: 'a' }, value: figure }]),
        },
      ],
    });
    const shown = async () => (await metrics.render()).match(/^writ_(?:one|each).*$/gm);
    return { shown, close: () => rounds.close() };
  };
  const shownBy = (figure: number) => [
    `writ_one{service="test"} ${figure}`,
    `writ_each{kind="a",service="test"} ${figure}`,
  ];
  const first = start(1);
  await eventually(async () => expect(await first.shown()).toEqual(shownBy(1)));
  const second = closing.add(start(2), (rounds) => rounds.close());
  expect(await second.shown()).toBeNull();
  await first.close();
  await eventually(async () => expect(await first.shown()).toBeNull());
  // It asks for the lease a few times in ten seconds.
  await eventually(async () => expect(await second.shown()).toEqual(shownBy(2)));
});
