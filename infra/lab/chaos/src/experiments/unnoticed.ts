import { setTimeout as delay } from 'node:timers/promises';
import { range } from '@writ/test-kit/laboratory';
import { request } from 'undici';
import type { Experiment, Run } from '../experiment.ts';
import { waitDelivered } from '../history/collect-deliveries.ts';
import { broke, fixed } from '../history/note.ts';
import { sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { nothingRefused } from '../rules/answers.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { promised } from '../rules/promised.ts';

/** 9/10 of the backlog's limit wait. */
const usualN = 90;
const mostUnfinished = 100;
const dailyCalls = 100;
const usedCalls = 80;
/** Their events are refused by the receiver. */
const refusedEvents = 10;
/** Events on Kafka are late after 10 s, measured every 15 s; the alert needs 30 s more. */
const lockedMs = 70_000;
/** Figures, measured every 15 s, first show the dead connection, then are missing. */
const operationsDownMs = 45_000;

/** Faults that only figures show, while Writ works. */
export const f28: Experiment = {
  summary:
    'a token revoked, a day of calls nearly used, a receiver that refuses, events locked, operations stopped',
  unit: 'asynchronous creates that wait for the revoked token',
  usualN,
  ground: {
    replicas: { operations: 1 },
    accounts: () => 2,
    latencyMs: 0,
    environment: {
      WRITE_MAX_UNFINISHED: String(mostUnfinished),
      DELIVERY_SCHEDULE_SECONDS: Array.from({ length: 100 }, () => '1').join(','),
    },
  },
  act: async (run) => {
    const { receiver } = run.ground;
    receiver.answerAlways({ status: 500 });
    broke(run, 'refuses', 'receiver');
    await useMostOfTheDay(run);
    await sendWrites(run, { numbers: range(run.n, refusedEvents), accountOf: () => 1 });
    await delay(2_000);
    const unlock = await lockEvents(run);
    await sendWrites(run, { numbers: range(run.n + refusedEvents, 1), accountOf: () => 1 });
    await revokeToken(run);
    await sendWrites(run, { accountOf: () => 0 });
    await delay(lockedMs - operationsDownMs);
    const [operations] = run.ground.stack.replicas.operations;
    await operations?.stop();
    broke(run, 'stop', 'operations');
    await delay(operationsDownMs);
    await operations?.restart();
    fixed(run, 'stop', 'operations');
    await unlock();
    receiver.answerAlways({ status: 200 });
    fixed(run, 'refuses', 'receiver');
    await reconnect(run);
    await waitEnded(run, 60_000);
    await waitDelivered(run, run.n + refusedEvents + 1, 60_000);
  },
  judge: (history, n) => [
    ...promised(history, n + refusedEvents + 1),
    faultsAtLeast(history, 5),
    nothingRefused(history),
  ],
  alerts: {
    fire: [
      'WritBacklogNearLimit',
      'WritConnectionsDead',
      'WritDailyQuotaLow',
      'WritDeliveriesFailing',
      'WritEventsNotTakenIn',
      'WritNotMeasured',
      'WritProcessDown',
    ],
  },
};

/** Another program of the customer uses the quota. */
async function useMostOfTheDay(run: Run): Promise<void> {
  const { sandbox, accounts } = run.ground;
  const { account } = accounts[1] ?? accounts[0];
  await sandbox.change(account, { dailyLimit: dailyCalls });
  const headers = { authorization: `Bearer ${sandbox.tokenOf(account)}` };
  for (let call = 0; call < usedCalls; call += 1) {
    const { body } = await request(`${sandbox.url}/hubspot/crm/v3/objects/contacts`, { headers });
    await body.dump();
  }
  broke(run, `${usedCalls} of ${dailyCalls} daily calls used`, account);
}

/** Blocks new events, but not deliveries; returns the release. */
async function lockEvents(run: Run): Promise<() => Promise<void>> {
  const client = await run.ground.pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE event IN SHARE MODE');
  broke(run, 'locked', 'table event');
  return async () => {
    await client.query('COMMIT');
    client.release();
    fixed(run, 'locked', 'table event');
  };
}

async function revokeToken(run: Run): Promise<void> {
  const { account } = run.ground.accounts[0];
  const then = { status: 401, body: { status: 'error', category: 'INVALID_AUTHENTICATION' } };
  await run.ground.sandbox.play({ provider: 'hubspot', account, times: 1_000_000, then });
  broke(run, 'token revoked', account);
}

async function reconnect(run: Run): Promise<void> {
  const { accounts, project, sandbox } = run.ground;
  const [{ account, groupRef }] = accounts;
  await sandbox.forgetFaults();
  await project.management.call('POST', `/projects/${project.name}/connections:generate`, {
    provider: 'hubspot',
    groupRef,
    apiKey: sandbox.tokenOf(account),
  });
  fixed(run, 'token revoked', account);
}
