import { eventually, median } from '@writ/test-kit';
import type { Run } from '../../experiment.ts';
import { deliverTo } from '../../ground/deliver-to.ts';
import { heapMb } from '../../ground/heap-mb.ts';
import { startLiars, type Liars, type Lie } from '../../ground/liars.ts';
import { hookOf } from '../../history/collect-deliveries.ts';
import { postEvents } from '../../load/publish-events.ts';
import { range } from '../../load/send-writes.ts';
import { longestAttempt } from '../../rules/figures.ts';

/** Destinations that lie, and others that must not feel it. */
export type Lying = {
  others: number;
  lies: readonly Lie[];
  /** Events a second, each for all of the others; `n` is how many. */
  perSecond: number;
  /** Events a second, each for all that lie. */
  liarsPerSecond: number;
};

const liarsType = 'read.triggered.done';
/** Far above those of the others: nobody judges them by number. */
const firstOfLiars = 10_000_000;
const warmUpEvents = 300;
const mostTurns = 7;
/** A turn of fewer says too little about the slowest of a hundred. */
const eventsOfATurn = 800;
const sampleEveryMs = 1_000;

/**
 * Delivers to all of them while those that lie are honest and while they lie, in turns, and honest ones come first and last:
 * as much is published all the time, so what the others lose is what the lies cost. A machine that changes its pace changes
 * it for both. Gives the number of turns.
 */
export async function publishBesideLiars(run: Run, plan: Lying): Promise<number> {
  const { ground, record, tell, closing, n } = run;
  const liars = await startLiars(plan.lies, closing);
  const urls = range(0, plan.others).map((place) => hookOf(ground.receiver.url, place));
  await deliverTo(ground.project, { urls });
  const ids = await deliverTo(ground.project, { urls: liars.urls, eventType: liarsType });
  const silent = { ...run, record: () => undefined };
  await postEvents(silent, { numbers: range(2 * firstOfLiars, warmUpEvents), perSecond: 2 * plan.perSecond });
  await ground.receiver.waitForCount(warmUpEvents * plan.others, { withinMs: clearedWithinMs(run) });

  let [first, firstLiar] = [0, firstOfLiars];
  const phase = async (name: 'honest' | 'lying', count: number): Promise<void> => {
    const ofLiars = Math.round((count / plan.perSecond) * plan.liarsPerSecond);
    tell(`${name}: ${count} events at ${plan.perSecond}/s.`);
    const heap = watchHeap(run);
    const fromMs = Date.now();
    await Promise.all([
      postEvents(run, { numbers: range(first, count), perSecond: plan.perSecond }),
      postEvents(silent, {
        numbers: range(firstLiar, ofLiars),
        perSecond: plan.liarsPerSecond,
        type: liarsType,
      }),
    ]);
    record({ kind: 'phase', name, atMs: fromMs, toMs: Date.now(), heapMb: await heap.end() });
    [first, firstLiar] = [first + count, firstLiar + ofLiars];
  };
  const turns = Math.max(1, Math.min(mostTurns, Math.floor(n / eventsOfATurn)));
  const each = Math.floor(n / (2 * turns + 1));
  for (let turn = 1; turn <= turns; turn += 1) {
    await phase('honest', each);
    await liars.lie();
    await phase('lying', each);
    await liars.beHonest();
    await nothingUnderWay(run);
    await tellOfLiars(run, liars, ids);
    for (const id of ids)
      await ground.project.management.call(
        'POST',
        `/projects/${ground.project.name}/destinations/${id}:enable`,
      );
  }
  await phase('honest', n - first);
  await ground.receiver
    .waitForCount((n + warmUpEvents) * plan.others, { withinMs: clearedWithinMs(run) })
    .catch((error: unknown) => tell(String(error)));
  return turns;
}

const clearedWithinMs = ({ leastWaitMs = 0 }: Run): number => Math.max(60_000, leastWaitMs);

const nothingUnderWay = (run: Run): Promise<void> =>
  eventually(
    async () => {
      const { rows } = await run.ground.pool.query('SELECT 1 FROM delivery WHERE claimed LIMIT 1');
      if (rows.length > 0) throw new Error('Attempts are still under way.');
    },
    { withinMs: clearedWithinMs(run), everyMs: 200 },
  );

type LiarRow = { longest: number; statuses: number[]; delivered: number; disabled: number };

/** What the attempts at those that lie came to. */
async function tellOfLiars({ ground, record }: Run, liars: Liars, ids: readonly string[]): Promise<void> {
  const { rows } = await ground.pool.query<LiarRow>(
    `SELECT coalesce(max(a.duration_ms), 0)::int AS longest, array_agg(DISTINCT a.http_status) AS statuses,
      count(*) FILTER (WHERE a.outcome = 'delivered' AND a.duration_ms > 13000)::int AS delivered,
      (SELECT count(*)::int FROM destination WHERE id = ANY ($1) AND status = 'disabled') AS disabled
    FROM delivery AS d, LATERAL (
      SELECT outcome, duration_ms, http_status FROM delivery_attempt WHERE project_id = d.project_id AND delivery_id = d.id
      UNION ALL SELECT 'delivered', d.duration_ms, d.http_status WHERE d.sent_attempt IS NOT NULL) AS a
    WHERE d.destination_id = ANY ($1)`,
    [ids],
  );
  const [{ longest, delivered, disabled } = { longest: Infinity, delivered: 0, disabled: 0 }] = rows;
  const figure = (name: string, value: number) => record({ kind: 'figure', atMs: Date.now(), name, value });
  figure(longestAttempt, longest);
  const { mostAtOnce, mostTaken, followed } = await liars.tell();
  figure('requests at once', mostAtOnce);
  figure('MB of one answer', mostTaken / 1024 ** 2);
  figure('redirects followed', followed);
  figure('late answers that count', delivered);
  figure('destinations disabled', disabled);
}

/** The middle of what the heap of the notification service held, in MB; it grows and shrinks as it is collected. */
function watchHeap({ ground }: Run): { end: () => Promise<number> } {
  const values: number[] = [];
  const look = async (): Promise<void> => {
    const [replica] = ground.stack.replicas.notification;
    if (!replica) return;
    const value = await heapMb(replica.metricsUrl);
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
