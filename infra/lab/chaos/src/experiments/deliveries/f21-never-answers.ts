import type { Experiment } from '../../experiment.ts';
import { routeDisabling } from '../../ground/route-disabling.ts';
import { collectDeliveries } from '../../history/collect-deliveries.ts';
import { nothingUndelivered } from '../../rules/deliveries.ts';
import { attemptsEnd, figureAtMost, figureSet } from '../../rules/figures.ts';
import { othersAsFast } from '../../rules/liars.ts';
import { publishBesideLiars } from './beside-liars.ts';
import { deliveryGround } from './kill-notification.ts';

const others = 19;
const perSecond = 20;
/** Usual for one destination (`DELIVERY_CONCURRENCY`). */
const concurrency = 128;
const toldEachTime = 'events told each time it is disabled';

/** F21: one destination of twenty takes each request and never answers. */
export const f21NeverAnswers: Experiment = {
  summary: 'one of 20 destinations never answers; it is disabled, and the others do not feel it',
  unit: `events, ${perSecond} a second`,
  usualN: 6_000,
  ground: {
    ...deliveryGround,
    environment: { DESTINATION_DISABLE_FAILURES: '100', DESTINATION_DISABLE_FAILURES_HOURS: '0' },
  },
  act: async (run) => {
    const disabled = await routeDisabling(run);
    const turns = await publishBesideLiars(run, {
      others,
      lies: ['hang'],
      perSecond,
      liarsPerSecond: perSecond,
    });
    run.record({ kind: 'figure', atMs: Date.now(), name: toldEachTime, value: disabled() / turns });
  },
  collect: collectDeliveries,
  judge: (history) => [
    othersAsFast(history),
    nothingUndelivered(history, others),
    figureAtMost(history, 'requests at once', concurrency, 'it is bound to its own concurrency'),
    attemptsEnd(history),
    figureSet(history, 'destinations disabled', 'it is disabled'),
    figureSet(history, toldEachTime, 'its event is told'),
    figureAtMost(history, toldEachTime, 1, 'its event is told once'),
  ],
};
