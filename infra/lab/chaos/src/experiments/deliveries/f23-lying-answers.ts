import type { Experiment } from '../../experiment.ts';
import { collectDeliveries } from '../../history/collect-deliveries.ts';
import { nothingUndelivered } from '../../rules/deliveries.ts';
import { attemptsEnd, figureAtMost, figureSet } from '../../rules/figures.ts';
import { heapGrowsAtMost, othersAsFast } from '../../rules/liars.ts';
import { publishBesideLiars } from './beside-liars.ts';
import { deliveryGround } from './kill-notification.ts';

const others = 10;
const perSecond = 20;
const lies = ['endless', 'bomb', 'early', 'late', 'metadata', 'redirect', 'gone'] as const;
/** Together they get what one of the others gets: what is asked is what a destination that lies costs. */
const liarsPerSecond = perSecond / lies.length;
/** 64 KiB are read; what lies in the sockets' buffers was sent, too. */
const mostMb = 16;

/** F23: one destination for each way to answer wrongly. */
export const f23LyingAnswers: Experiment = {
  summary:
    'answers of 10 GB, gzip bombs, broken off, after 14 s, 301 to metadata, 410, beside 10 that are right',
  unit: `events, ${perSecond} a second`,
  usualN: 6_000,
  ground: { ...deliveryGround, environment: { DELIVERY_SCHEDULE_SECONDS: '5,900,900' } },
  act: async (run) => {
    await publishBesideLiars(run, { others, lies, perSecond, liarsPerSecond });
  },
  collect: collectDeliveries,
  judge: (history) => [
    othersAsFast(history),
    nothingUndelivered(history, others),
    figureAtMost(history, 'MB of one answer', mostMb, 'answers without end are cut'),
    heapGrowsAtMost(history, 50),
    figureAtMost(history, 'redirects followed', 0, 'redirects are not followed'),
    // It is given up a second later.
    { ...figureSet(history, 'late answers that count', '200 after 14 s is a success'), timed: true },
    figureSet(history, 'destinations disabled', '410 disables'),
    figureAtMost(history, 'destinations disabled', 1, '410 alone disables'),
    attemptsEnd(history),
  ],
};
