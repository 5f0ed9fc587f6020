import { setTimeout as delay } from 'node:timers/promises';
import { deliverTo } from '@writ/stack';
import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';
import type { Experiment, Run } from '../experiment.ts';
import { lookAround } from '../ground/look-around.ts';
import { collectOperations } from '../history/collect.ts';
import { hookOf } from '../history/collect-deliveries.ts';
import { readLists } from '../load/read-lists.ts';
import { isSynchronous, mixedAccounts, sendMixed } from '../load/send-mixed.ts';
import { numberIn } from '../load/send-writes.ts';
import { waitUntilOver } from '../load/wait-ended.ts';
import { noDuplicates, successIsTrue } from '../rules/effects.ts';
import { allEnded, allSentAcknowledged, nothingLost } from '../rules/ends.ts';
import { oneEventPerOperation, reachedEach } from '../rules/events.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { flat, type Flatness } from '../rules/flat.ts';
import { countBy, haveOutage, type Outage } from './processes.ts';

const usualSeconds = 30 * 60;
const looks = 120;
const leastLookMs = 2_000;
/** Each third has the same faults at the same places, for comparison. */
const leastCycles = 3;
const usualCycleSeconds = 10 * 60;
const faultsPerCycle = 4;
/** Each of the first parts begins with a fault; the others are quiet. */
const partsPerCycle = 8;
const awayMs = 20_000;
const slowMs = 200;
const endLimitMs = 180_000;
const destinations = 2;

/** Must not grow. */
const flatnesses: readonly Flatness[] = [
  // Collections vary by 2 to 6 MB; a leak per write leaves more.
  { measure: 'heap', unit: 'MB', of: 'least', more: 8 },
  // V8 keeps pages for the next peak, and a restarted process begins with less.
  { measure: 'resident memory', unit: 'MB', of: 'median', more: 32 },
  // A busy minute keeps some connections; a leak per request leaves thousands.
  { measure: 'open files', unit: 'files', of: 'least', more: 32 },
  // Pools grow up to ten; a leak comes on top.
  { measure: 'connections', unit: 'connections', of: 'least', more: 5 },
  { measure: 'rows', unit: 'rows', of: 'least', more: 50 },
  // Vacuum begins at 2 % dead rows, checked once a minute.
  { measure: 'table', unit: 'MB', of: 'median', more: 2, moreShare: 0.1 },
  { measure: 'dead rows', unit: 'rows', of: 'least', more: 2_000, moreShare: 0.2 },
  // Rows stay for days: a write's size must not grow.
  { measure: 'at rest', unit: 'bytes', of: 'median', more: 0, moreShare: 0.05 },
  { measure: 'age', unit: 's', of: 'least', more: 5 },
  { measure: 'lag', unit: 'messages', of: 'least', more: 50 },
  { measure: 'Redis', unit: 'keys', of: 'median', more: 50 },
  { measure: 'Redis memory', unit: 'MB', of: 'median', more: 1 },
];

/** Hours of all kinds of traffic with occasional faults: nothing piles up. */
export const f24: Experiment = {
  summary:
    'soak: 50 requests/s of all kinds, two destinations, a console that reads; now and then a fault; nothing piles up',
  unit: 'seconds, at best whole minutes',
  usualN: usualSeconds,
  ground: {
    replicas: { operations: 1, 'write-worker': 2 },
    accounts: () => mixedAccounts,
    latencyMs: 20,
    environment: { DELIVERY_SCHEDULE_SECONDS: Array.from({ length: 60 }, () => '5').join(',') },
  },
  act: async (run) => {
    const ending = new AbortController();
    const second = await openDestinations(run);
    const watching = Promise.all([watch(run, ending.signal), readLists(run, ending.signal)]);
    await Promise.all([sendMixed(run, run.n), breakThings(run, second)]);
    ending.abort();
    await watching;
    await waitSettled(run);
  },
  collect: async (run) => {
    await collectOperations(run);
    await collectContacts(run);
  },
  judge: (history, n) => {
    const asynchronous = history.filter((entry) => !isOfSynchronous(entry));
    return [
      faultsAtLeast(history, cyclesIn(n) * faultsPerCycle),
      nothingLost(history),
      noDuplicates(history),
      allEnded(history),
      allSentAcknowledged(asynchronous),
      successIsTrue(asynchronous),
      oneEventPerOperation(asynchronous),
      reachedEach(asynchronous, destinations),
      allRead(history),
      ...flatnesses.flatMap((flatness) => levels(history, n, flatness)),
    ];
  },
};

/** A synchronous write has no event; if the CRM fails, the next one repeats it. */
const isOfSynchronous = (entry: History[number]): boolean =>
  (entry.kind === 'operation' && entry.numbers.some(isSynchronous)) ||
  (entry.kind === 'refused' && isSynchronous(entry.number));

/** Too slow to change for a short run: collections, vacuums, and connections from peaks. */
const levelsOfLongRuns = ['heap', 'resident memory', 'open files', 'dead rows', 'table'];
const longSeconds = 10 * 60;

const levels = (history: History, seconds: number, flatness: Flatness): Verdict[] =>
  flat(history, flatness).map((verdict) =>
    seconds < longSeconds && levelsOfLongRuns.includes(flatness.measure)
      ? { ...verdict, timed: true }
      : verdict,
  );

const cyclesIn = (seconds: number): number =>
  leastCycles * Math.max(1, Math.round(seconds / usualCycleSeconds / leastCycles));

type Destination = Pick<Outage, 'end' | 'restore'>;

/** Keeps events, not requests. The second destination is slow, and answers 500 in its outage. */
async function openDestinations(run: Run): Promise<Destination> {
  const { project, receiver } = run.ground;
  const path = new URL(hookOf(receiver.url, 1)).pathname;
  let status = 200;
  receiver.answerAlways((request) => {
    receiver.forget();
    const isSecond = request.path === path;
    const answer = { status: isSecond ? status : 200, ...(isSecond && { delayMs: slowMs }) };
    if (answer.status === 200) {
      const { id: eventId, data } = request.json() as { id: string; data: { operationId: string } };
      const webhookId = String(request.headers['webhook-id']);
      const at = { atMs: request.at.getTime(), destination: isSecond ? 1 : 0 };
      run.record({ kind: 'event', eventId, webhookId, operationId: data.operationId, ...at });
    }
    return answer;
  });
  const urls = [hookOf(receiver.url, 1)];
  await deliverTo(project, { name: 'second', urls, eventTypes: ['write.async.done'] });
  const answerWith = (next: number) => () => Promise.resolve((status = next));
  return { end: answerWith(500), restore: answerWith(200) };
}

async function watch(run: Run, signal: AbortSignal): Promise<void> {
  const everyMs = Math.max(leastLookMs, (run.n * 1000) / looks);
  while (!signal.aborted) {
    run.record({ kind: 'look', atMs: Date.now(), values: await lookAround(run) });
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Faults have fixed times, however long earlier ones took. */
async function breakThings(run: Run, second: Destination): Promise<void> {
  const partMs = (run.n * 1000) / cyclesIn(run.n) / partsPerCycle;
  const downMs = Math.min(awayMs, partMs);
  const faults = [
    () => killWorker(run),
    () => haveCrmAway(run, downMs),
    () => haveOutage(run, 'receiver', { what: 'refuses', downMs, ...second }),
    () => restartRedis(run),
  ];
  const startedAtMs = Date.now();
  for (let part = 1; part < partsPerCycle * cyclesIn(run.n); part += 1) {
    await delay(Math.max(0, startedAtMs + part * partMs - Date.now()));
    await faults[(part % partsPerCycle) - 1]?.();
  }
}

async function killWorker(run: Run): Promise<void> {
  const [worker] = run.ground.stack.replicas['write-worker'];
  if (!worker) throw new Error('No worker runs.');
  await haveOutage(run, worker.name, { what: 'kill', downMs: 0, end: worker.kill, restore: worker.restart });
}

function haveCrmAway(run: Run, downMs: number): Promise<void> {
  const { sandbox } = run.ground;
  const end = () => sandbox.play({ provider: 'hubspot', times: 1_000_000, then: { status: 503 } });
  return haveOutage(run, 'CRM', { what: 'away', downMs, end, restore: sandbox.forgetFaults });
}

function restartRedis(run: Run): Promise<void> {
  const { redis } = run.ground.servers;
  return haveOutage(run, 'Redis', {
    what: 'restart',
    downMs: 0,
    end: () => redis.stop(),
    restore: redis.restart,
  });
}

const waitSettled = (run: Run): Promise<void> =>
  waitUntilOver(run, endLimitMs, async () => {
    const count = (sql: string) => countBy(run, sql);
    const running = await count(`SELECT count(*) FROM operation WHERE status = 'in_progress'`);
    const events = await count(`SELECT count(*) FROM operation WHERE mode = 'asynchronous'`);
    const done = await count(`SELECT count(*) FROM delivery WHERE status <> 'pending'`);
    const expected = events * destinations;
    return {
      isOver: running === 0 && done >= expected,
      left: `${running} operations in progress, ${done} of ${expected} deliveries done`,
    };
  });

/** Each contact stands for one create, since contacts are never updated. The journal would be too long. */
async function collectContacts({ ground, record }: Run): Promise<void> {
  for (const { account } of ground.accounts)
    for (const { id, fields } of await ground.sandbox.contacts(account)) {
      const number = numberIn(fields) ?? -1;
      record({ kind: 'effect', atMs: Date.now(), number, account, action: 'created', recordId: id });
    }
}

function allRead(history: History): Verdict {
  const reads = entriesOf(history, 'read');
  const refused = reads.filter(({ status }) => status !== 200).map(({ status, page }) => `${status} ${page}`);
  return noneOf('every page of the console was shown', refused, `${reads.length} read`, reads.length);
}
