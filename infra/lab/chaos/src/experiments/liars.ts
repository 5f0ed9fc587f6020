import { deliverTo, publishedType } from '@writ/stack';
import { eventually, median } from '@writ/test-kit';
import { range } from '@writ/test-kit/laboratory';
import type { Experiment, Run } from '../experiment.ts';
import { heapMb, metricOf } from '../ground/metric-of.ts';
import { startLiars, type Liars, type Lie } from '../ground/liars.ts';
import { collectDeliveries, hookOf } from '../history/collect-deliveries.ts';
import { measured } from '../history/note.ts';
import { postEvents } from '../load/publish-events.ts';
import { nothingUndelivered } from '../rules/deliveries.ts';
import { attemptsEnd, figureAtMost, figureSet, longestAttempt } from '../rules/figures.ts';
import { heapGrowsAtMost, othersAsFast } from '../rules/liars.ts';
import { countBy } from './processes.ts';
import { deliveryGround } from './notification.ts';

const perSecond = 20;
const usual = {
  unit: `events, ${perSecond} a second`,
  usualN: 6_000,
  collect: collectDeliveries,
};

const f21Others = 19;
/** Usual per destination (`DELIVERY_CONCURRENCY`). */
const concurrency = 128;
const announced = 'events each time it is disabled';

/** One destination of twenty accepts each request and never answers. */
export const f21: Experiment = {
  ...usual,
  summary: 'one of 20 destinations never answers; it is disabled, and the others do not feel it',
  ground: {
    ...deliveryGround,
    environment: { DESTINATION_DISABLE_FAILURES: '100', DESTINATION_DISABLE_FAILURES_HOURS: '0' },
  },
  act: async (run) => {
    const { project, receiver } = run.ground;
    const path = '/disabled';
    await deliverTo(project, { urls: [receiver.url + path], eventTypes: ['destination.webhook.disabled'] });
    const turns = await publishBesideLiars(run, {
      others: f21Others,
      lies: ['hang'],
      liarsPerSecond: perSecond,
    });
    const came = receiver.received.filter((request) => request.path === path).length;
    measured(run, announced, came / turns);
  },
  judge: (history) => [
    othersAsFast(history),
    nothingUndelivered(history, f21Others),
    figureAtMost(history, 'requests at once', concurrency, 'it is bound to its own concurrency'),
    attemptsEnd(history),
    figureSet(history, 'destinations disabled', 'it is disabled'),
    figureSet(history, announced, 'its event is published'),
    figureAtMost(history, announced, 1, 'its event is published once'),
  ],
  alerts: { fire: ['WritDestinationsDisabled', 'WritFinding service-absent'] },
};

const others = 10;
const retriedLate = { ...deliveryGround, environment: { DELIVERY_SCHEDULE_SECONDS: '5,900,900' } };

/** Fifty destinations answer with a byte a second. */
export const f22: Experiment = {
  ...usual,
  summary: '50 destinations answer with a byte a second beside 10 that do not',
  ground: retriedLate,
  act: async (run) => {
    const lies = Array.from({ length: 50 }, () => 'drip' as const);
    await publishBesideLiars(run, { others, lies, liarsPerSecond: 1 });
  },
  judge: (history) => [
    othersAsFast(history),
    nothingUndelivered(history, others),
    attemptsEnd(history),
    heapGrowsAtMost(history, 50),
  ],
  alerts: { fire: ['WritFinding service-absent'] },
};

const f23Lies = ['endless', 'bomb', 'early', 'late', 'metadata', 'redirect', 'gone'] as const;
/** Together as many as one of the others, to measure the cost of a lying destination. */
const f23LiarsPerSecond = perSecond / f23Lies.length;
/** 64 KiB are read; socket buffers count, too. */
const mostMb = 16;

/** One destination per wrong way to answer. */
export const f23: Experiment = {
  ...usual,
  summary:
    'answers of 10 GB, gzip bombs, broken off, after 14 s, 301 to metadata, 410, beside 10 that are right',
  ground: retriedLate,
  act: async (run) => {
    await publishBesideLiars(run, { others, lies: f23Lies, liarsPerSecond: f23LiarsPerSecond });
  },
  judge: (history) => [
    othersAsFast(history),
    nothingUndelivered(history, others),
    figureAtMost(history, 'MB of one answer', mostMb, 'answers without end are cut'),
    heapGrowsAtMost(history, 50),
    figureAtMost(history, 'redirects followed', 0, 'redirects are not followed'),
    // An attempt ends a second later.
    { ...figureSet(history, 'late answers that count', '200 after 14 s is a success'), timed: true },
    figureSet(history, 'destinations disabled', '410 disables'),
    figureAtMost(history, 'destinations disabled', 1, '410 alone disables'),
    attemptsEnd(history),
  ],
  alerts: {
    fire: ['WritDestinationsDisabled', 'WritFinding service-absent'],
    may: ['WritWakeUpsLost'],
  },
};

type Lying = {
  others: number;
  lies: readonly Lie[];
  /** Events per second for all liars; the others get `perSecond`. */
  liarsPerSecond: number;
};

const liarsType = 'read.triggered.done';
/** Far above the others' numbers: no rule judges liars by number. */
const firstOfLiars = 10_000_000;
const mostWarmUpEvents = 300;
const mostTurns = 7;
/** Fewer say too little about the slowest of a hundred. */
const eventsOfATurn = 800;
const sampleEveryMs = 1_000;

/**
 * Publishes equally many events to all destinations in alternating rounds, first and last with honest liars, so that
 * a changing machine affects both kinds and only lies differ. Returns the number of rounds.
 */
async function publishBesideLiars(run: Run, plan: Lying): Promise<number> {
  const { ground, record, tell, n } = run;
  const { project, receiver } = ground;
  const liars = await startLiars(plan.lies, run.closing);
  const urls = range(0, plan.others).map((place) => hookOf(receiver.url, place));
  await deliverTo(project, { urls, eventTypes: [publishedType] });
  const ids = await deliverTo(project, { urls: liars.urls, eventTypes: [liarsType] });
  const silent = { ...run, record: () => undefined };
  const warmUpEvents = Math.min(mostWarmUpEvents, n);
  await postEvents(silent, { numbers: range(2 * firstOfLiars, warmUpEvents), perSecond: 2 * perSecond });
  await receiver.waitForCount(warmUpEvents * plan.others, { withinMs: clearedWithinMs(run) });

  let [first, firstLiar] = [0, firstOfLiars];
  const phase = async (name: 'honest' | 'lying', count: number): Promise<void> => {
    const ofLiars = Math.round((count / perSecond) * plan.liarsPerSecond);
    tell(`${name}: ${count} events at ${perSecond}/s.`);
    const heap = watchHeap(run);
    const atMs = Date.now();
    const toLiars = { numbers: range(firstLiar, ofLiars), perSecond: plan.liarsPerSecond, type: liarsType };
    await Promise.all([
      postEvents(run, { numbers: range(first, count), perSecond }),
      postEvents(silent, toLiars),
    ]);
    record({ kind: 'phase', name, atMs, toMs: Date.now(), heapMb: await heap.end() });
    [first, firstLiar] = [first + count, firstLiar + ofLiars];
  };
  const turns = Math.max(1, Math.min(mostTurns, Math.floor(n / eventsOfATurn)));
  const each = Math.floor(n / (2 * turns + 1));
  for (let turn = 0; turn < turns; turn += 1) {
    await phase('honest', each);
    await liars.lie();
    await phase('lying', each);
    await liars.beHonest();
    await nothingClaimed(run);
    await shownAsDisabled(run, await measureLiars(run, liars, ids));
    for (const id of ids)
      await project.management.call('POST', `/projects/${project.name}/destinations/${id}:enable`);
  }
  await phase('honest', n - first);
  await receiver
    .waitForCount((n + warmUpEvents) * plan.others, { withinMs: clearedWithinMs(run) })
    .catch((error: unknown) => tell(String(error)));
  return turns;
}

const clearedWithinMs = ({ leastWaitMs = 0 }: Run): number => Math.max(60_000, leastWaitMs);

const nothingClaimed = (run: Run): Promise<boolean> =>
  eventually(async () => (await countBy(run, 'SELECT count(*) FROM delivery WHERE claimed')) === 0, {
    withinMs: clearedWithinMs(run),
    everyMs: 200,
  });

type LiarRow = { longest: number; delivered: number; disabled: number };

async function measureLiars(run: Run, liars: Liars, ids: readonly string[]): Promise<number> {
  const { rows } = await run.ground.pool.query<LiarRow>(
    `SELECT coalesce(max(a.duration_ms), 0)::int AS longest,
      count(*) FILTER (WHERE a.outcome = 'delivered' AND a.duration_ms > 13000)::int AS delivered,
      (SELECT count(*)::int FROM destination WHERE id = ANY ($1) AND status = 'disabled') AS disabled
    FROM delivery AS d, LATERAL (
      SELECT outcome, duration_ms FROM delivery_attempt WHERE project_id = d.project_id AND delivery_id = d.id
      UNION ALL SELECT 'delivered', d.duration_ms WHERE d.sent_attempt IS NOT NULL) AS a
    WHERE d.destination_id = ANY ($1)`,
    [ids],
  );
  const { mostAtOnce, mostTaken, followed } = await liars.count();
  measured(run, longestAttempt, rows[0]?.longest ?? Infinity);
  measured(run, 'requests at once', mostAtOnce);
  measured(run, 'MB of one answer', mostTaken / 1024 ** 2);
  measured(run, 'redirects followed', followed);
  measured(run, 'late answers that count', rows[0]?.delivered ?? 0);
  const disabled = rows[0]?.disabled ?? 0;
  measured(run, 'destinations disabled', disabled);
  return disabled;
}

/** Operators see counts from every 15 s. */
async function shownAsDisabled(run: Run, count: number): Promise<void> {
  const [service] = run.ground.stack.replicas.notification;
  const shown = () => metricOf(service?.metricsUrl ?? '', 'writ_destinations_disabled');
  await eventually(async () => ((await shown()) ?? 0) >= count, {
    withinMs: clearedWithinMs(run),
    everyMs: 500,
  });
}

/** The median in MB, since collections make it vary. */
function watchHeap({ ground }: Run): { end: () => Promise<number> } {
  const values: number[] = [];
  const look = async (): Promise<void> => {
    const [replica] = ground.stack.replicas.notification;
    const value = replica && (await heapMb(replica.metricsUrl));
    if (value !== undefined) values.push(value);
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look, look);
  }, sampleEveryMs);
  return {
    end: async () => {
      clearInterval(timer);
      await looking.then(look, look);
      return median(values, Infinity);
    },
  };
}
