import { deliverTo, installAccounts, type Account } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { BenchContext } from '../benchmark.ts';
import type { LoadResult, Pace } from '../load/load-task.ts';
import { drained } from '../subject/backlog.ts';
import { contactBatch, type WriteWay } from '../subject/contact.ts';
import { startReceiver, writeLoad, type Bench } from '../subject/start-bench.ts';
import { recordsPerBatch } from '../subject/whole-batches.ts';
import { costOf, lessCost } from './measure-costs.ts';
import { needOf, type Cost, type Load, type UnitCosts } from './model.ts';

const settleLimitMs = 300_000;
export const steadyPerSecond = 100;
const noFeedSql = 'SELECT NOT EXISTS (SELECT FROM operation_feed) AS empty';

export type Sending = { bench: Bench; context: BenchContext };

type How = { to?: readonly Account[]; perSecond?: number };
type Send = (way: WriteWay | 'batch', records: number, how?: How) => Promise<LoadResult>;

/** Numbers writes continuously; `settled` waits for all their consequences. */
function sender({ bench }: Sending): { send: Send; settled: () => Promise<void> } {
  const { subject, project, load } = bench;
  let from = 0;
  const send: Send = async (way, records, { to: accounts = bench.accounts, perSecond } = {}) => {
    const isBatch = way === 'batch';
    const posts = writeLoad(subject, project, accounts, isBatch ? { mode: 'asynchronous' } : way);
    const count = isBatch ? Math.ceil(records / recordsPerBatch) : records;
    const bodies = isBatch ? accounts.map(asynchronousBatch) : posts.bodies;
    const first = from;
    from += records;
    const pace: Pace =
      perSecond === undefined
        ? { kind: 'count', count }
        : { kind: 'open', perSecond, seconds: count / perSecond };
    const result = await load.send({ ...posts, bodies, from: first, pace });
    if (result.succeeded < count) throw new Error(`Refused: ${JSON.stringify(result.failures)}`);
    return result;
  };
  const settled = async (): Promise<void> => {
    await drained(subject, { announced: true, withinMs: settleLimitMs });
    const isFollowed = async () => (await subject.pool.query<{ empty: boolean }>(noFeedSql)).rows[0]?.empty;
    await eventually(async () => (await isFollowed()) === true, { withinMs: settleLimitMs });
  };
  return { send, settled };
}

const asynchronousBatch = (account: Account): string =>
  JSON.stringify({
    ...(JSON.parse(contactBatch(account, recordsPerBatch)) as object),
    mode: 'asynchronous',
  });

const eventTypes = ['write.async.done'] as const;

export type Measured = {
  costs: UnitCosts;
  mixed: Mixed;
  /** Of one write and its delivery at `steadyPerSecond`. */
  steady: Cost;
};

/** Measures each kind of work, then a mixed load that the costs must predict, and a low rate. */
export async function measureWorks(sending: Sending): Promise<Measured> {
  const { bench, context } = sending;
  const { subject, project, sandbox } = bench;
  const { tell, size } = context;
  const { send, settled } = sender(sending);
  const measure = (name: string, units: number, act: () => Promise<unknown>): Promise<Cost> => {
    tell(`${units} units: ${name}.`);
    return costOf(subject, units, () => act().then(settled));
  };
  const singles = (records: number) => send({ mode: 'asynchronous' }, records);
  tell('Warm-up.');
  await Promise.all([singles(size / 2), send('batch', size / 2), send({ mode: 'synchronous' }, size / 5)]);
  await settled();
  const asynchronous = await measure('asynchronous', size, () => singles(size));
  const batched = await measure('batched', size, () => send('batch', size));
  const synchronous = await measure('synchronous', size / 4, () => send({ mode: 'synchronous' }, size / 4));
  const lonely = await installAccounts(project, sandbox, 2, { gather: false });
  const alone = await measure('call', size / 4, () =>
    send({ mode: 'asynchronous' }, size / 4, { to: lonely.slice(0, 1) }),
  );
  const deliver = await delivering(sending);
  const delivered = await measure('delivery', size, () => deliver(size, () => singles(size)));
  const costs = {
    asynchronous,
    batched,
    synchronous,
    call: lessCost(alone, asynchronous),
    delivery: lessCost(delivered, asynchronous),
  };
  const load = mixedLoad(size);
  const measured = await measure('mixed', 1, () =>
    deliver(load.delivery, () =>
      Promise.all([
        singles(load.asynchronous),
        send('batch', load.batched).then(() => send({ mode: 'synchronous' }, load.synchronous)),
      ]),
    ),
  );
  // Whole seconds: the load rounds down.
  const steadyWrites = Math.ceil(size / 500) * steadyPerSecond;
  const steadily = () => send({ mode: 'asynchronous' }, steadyWrites, { perSecond: steadyPerSecond });
  const steady = await measure('steady', steadyWrites, () => deliver(steadyWrites, steadily));
  return { costs, mixed: { load, measured }, steady };
}

export type Mixed = { load: Load; measured: Cost };

const mixedLoad = (size: number) => ({
  asynchronous: size / 2,
  batched: size / 2,
  synchronous: size / 10,
  delivery: size / 2 + size / 2 / recordsPerBatch,
});

type Deliver = (deliveries: number, act: () => Promise<unknown>) => Promise<void>;

async function delivering({ bench, context }: Sending): Promise<Deliver> {
  const receiver = await startReceiver(context);
  await deliverTo(bench.project, { urls: [receiver.url], eventTypes });
  return async (expected, act) => {
    await receiver.receive(async () => {
      await act();
      return { expected };
    });
  };
}

/** Of the mixed load. */
export function predictions(costs: UnitCosts, { load, measured }: Mixed): Prediction[] {
  const need = needOf(costs, load);
  const cpu = Object.entries(need.cores).map(([part, seconds]): Prediction => ({
    name: `CPU s: ${part}`,
    predicted: seconds,
    measured: (measured.cpuMs[part as keyof Cost['cpuMs']] ?? 0) / 1000,
  }));
  return [
    ...cpu,
    { name: 'rows', predicted: need.rowsPerSecond, measured: measured.rows },
    { name: 'commits', predicted: need.commitsPerSecond, measured: measured.commits },
    { name: 'WAL, MB', predicted: need.walMbPerSecond, measured: measured.walBytes / 1e6 },
  ];
}

export type Prediction = { name: string; predicted: number; measured: number };
