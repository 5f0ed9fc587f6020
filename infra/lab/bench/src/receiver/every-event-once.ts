import type { Verdict } from '@writ/test-kit/laboratory';
import type { PublishResult } from '../publish/publish-task.ts';
import type { Examined } from './receiver-task.ts';

export type Happened = { published: PublishResult; examined: Examined };

export function everyEventOnce(runs: readonly Happened[], destinations: number): Verdict[] {
  const [published, received] = [new Set<string>(), new Set<string>()];
  let repeated = 0;
  for (const run of runs) {
    for (const id of run.published.eventIds) published.add(id);
    for (const id of run.examined.eventIds) received.add(id);
    repeated += run.examined.repeatedWebhookIds;
  }
  const lost = [...published].filter((id) => !received.has(id)).length;
  const arrivals = runs.reduce((sum, { examined }) => sum + examined.eventIds.length, 0);
  return [
    {
      what: 'every published event was received',
      holds: published.size > 0 && lost === 0,
      detail: `${published.size} published, ${lost} lost`,
    },
    {
      what: 'no event was received under two ids at one destination',
      holds: arrivals - repeated === received.size * destinations,
      detail: `${arrivals} arrivals, ${repeated} of them repeated`,
    },
  ];
}
