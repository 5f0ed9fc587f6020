import { expect, test } from '@jest/globals';
import { createMetrics } from '@writ/service-kit';
import { governorMetrics } from './governor-metrics.ts';

test('what an account has left is counted by provider and quota, beginning with none', async () => {
  const metrics = createMetrics({ service: 'test', defaults: false });
  const counts = governorMetrics(metrics);
  const below10 = async (quota: string) =>
    Number(
      new RegExp(
        `^writ_provider_quota_left_ratio_bucket\\{le="0.1",.*provider="hubspot",quota="${quota}"\\} (\\d+)$`,
        'm',
      ).exec(await metrics.render())?.[1],
    );
  expect(await below10('day')).toBe(0);
  const answered = { answered: true, faults: [], recordFaults: [] };
  counts.called('hubspot', { ...answered, usage: { daily: { limit: 1_000, remaining: 90 } } });
  counts.called('hubspot', {
    ...answered,
    usage: { window: { limit: 100, remaining: 50, windowMs: 1 } },
  });
  expect([await below10('day'), await below10('window')]).toEqual([1, 0]);
  // An answer may name no calls at all.
  counts.called('hubspot', { ...answered, usage: { daily: { limit: 0, remaining: 0 } } });
  expect(await below10('day')).toBe(2);
});
