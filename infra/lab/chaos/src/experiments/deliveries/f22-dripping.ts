import type { Experiment } from '../../experiment.ts';
import { collectDeliveries } from '../../history/collect-deliveries.ts';
import { nothingUndelivered } from '../../rules/deliveries.ts';
import { attemptsEnd } from '../../rules/figures.ts';
import { heapGrowsAtMost, othersAsFast } from '../../rules/liars.ts';
import { publishBesideLiars } from './beside-liars.ts';
import { deliveryGround } from './kill-notification.ts';

const others = 10;
const perSecond = 20;
const dripping = 50;

/** F22: fifty destinations answer with a byte a second. */
export const f22Dripping: Experiment = {
  summary: '50 destinations answer with a byte a second beside 10 that do not',
  unit: `events, ${perSecond} a second`,
  usualN: 6_000,
  ground: { ...deliveryGround, environment: { DELIVERY_SCHEDULE_SECONDS: '5,900,900' } },
  act: async (run) => {
    const lies = Array.from({ length: dripping }, () => 'drip' as const);
    await publishBesideLiars(run, { others, lies, perSecond, liarsPerSecond: 1 });
  },
  collect: collectDeliveries,
  judge: (history) => [
    othersAsFast(history),
    nothingUndelivered(history, others),
    attemptsEnd(history),
    heapGrowsAtMost(history, 50),
  ],
};
