import type { PublishResult } from '../publish/publish-task.ts';
import type { Check } from '../report/report.ts';
import type { Examined } from './receiver-task.ts';

/** What was published, and what came of it. */
export type Happened = { published: PublishResult; examined: Examined };

/** Whether every event came to each of so many destinations, under one id at each. */
export function everyEventOnce(runs: readonly Happened[], destinations: number): Check[] {
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
      name: 'every published event was received',
      holds: published.size > 0 && lost === 0,
      detail: `${published.size} published, ${lost} lost`,
    },
    {
      name: 'no event was received under two ids at one destination',
      holds: arrivals - repeated === received.size * destinations,
      detail: `${arrivals} arrivals, ${repeated} of them repeated`,
    },
  ];
}
