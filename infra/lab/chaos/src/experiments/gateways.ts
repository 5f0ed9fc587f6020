import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type Replica } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import { numbersUntil, openLoop, range } from '@writ/test-kit/laboratory';
import { request } from 'undici';
import { entriesOf } from '../entry.ts';
import type { Experiment, Run } from '../experiment.ts';
import { broke, measured, fixed } from '../history/note.ts';
import { sendWrites, warmUp } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { nothingRefused } from '../rules/answers.ts';
import { noDuplicates, sharedCalls } from '../rules/effects.ts';
import { allSentAcknowledged, allSucceeded, nothingLost, oneOperationPerWrite } from '../rules/ends.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { figureAtMost } from '../rules/figures.ts';
import { promised } from '../rules/promised.ts';
import { riseAgain, runs } from './processes.ts';

/** The last write of each life is committed, but neither enqueued nor answered. */
const writesPerLife = 10;
const gateways = 3;
const accountsPerGateway = 20;
const againAfterMs = 20;

/** Gateways are killed between the commit of a write and its wake-up. */
export const f6: Experiment = {
  summary: 'kill -9 the gateway between commit and wake-up, at every 10th write',
  unit: 'asynchronous creates, or more, until a tenth as many kills',
  usualN: 10_000,
  ground: { replicas: { 'write-gateway': 0 }, accounts: () => gateways * accountsPerGateway, latencyMs: 0 },
  act: async (run) => {
    const changes = {
      main: 'infra/lab/chaos/src/failing/dies-at-wake.main.ts',
      environment: { CHAOS_DIES_AT: String(writesPerLife) },
    };
    const started = await Promise.all(
      Array.from({ length: gateways }, () => run.ground.stack.addReplica('write-gateway', changes)),
    );
    const kills = Math.ceil(run.n / writesPerLife);
    // At most twice the necessary writes, so that the run ends.
    const lives = range(0, 2 * kills).values();
    const enough = (): boolean => entriesOf(run.history, 'fault').length >= kills;
    await Promise.all(started.map((gateway, place) => live(run, gateway, { place, lives, enough })));
    await waitEnded(run, 120_000);
  },
  judge: (history, n) => [
    faultsAtLeast(history, Math.floor(n / writesPerLife)),
    sharedCalls(history, 0),
    allSentAcknowledged(history),
    oneOperationPerWrite(history),
    nothingLost(history),
    allSucceeded(history),
    noDuplicates(history),
    oneEventPerOperation(history),
  ],
  alerts: { fire: ['WritWakeUpsLost'], may: ['WritProcessDown'] },
};

type Shift = { place: number; lives: Iterable<number>; enough: () => boolean };

/** Ten writes per life until enough were killed. The next life repeats unanswered ones with the same key. */
async function live(run: Run, gateway: Replica, { place, lives, enough }: Shift): Promise<void> {
  // Each write goes to a resting lane: a busy one may get no wake-up.
  const accountOf = (number: number): number => place * accountsPerGateway + (number % accountsPerGateway);
  for (const life of lives) {
    let numbers = range(life * writesPerLife, writesPerLife);
    while (numbers.length > 0) {
      numbers = await sendWrites(run, { numbers, connections: 1, keyed: true, url: gateway.url, accountOf });
      if (numbers.length === 0) break;
      // A living gateway has only refused them.
      await (runs(gateway) ? delay(againAfterMs) : riseAgain(run, gateway));
    }
    if (enough()) return;
  }
}

/** Of 200 requests a second, three of four are writes; the rest go to the management host. */
const writesPerSecond = 150;
const readsPerSecond = 50;
const stopLimitMs = 30_000;

/** Every process is stopped and started again in turn, under load; with `--from` as the new release. */
export const f13: Experiment = {
  summary: 'rolling restart of each service, 2 processes each, under 200 requests/s through the edge',
  unit: 'asynchronous creates; they last until the last restart if that comes later',
  usualN: 9_000,
  canUpgrade: true,
  ground: {
    accounts: () => 4,
    latencyMs: 5,
    replicas: Object.fromEntries(serviceNames.map((service) => [service, 2])),
  },
  act: async (run) => {
    await warmUp(run);
    const rolled = new AbortController();
    const rolling = async (): Promise<void> => {
      await run.ground.upgrade();
      for (const service of serviceNames)
        for (const replica of run.ground.stack.replicas[service]) await restart(run, replica);
      rolled.abort();
    };
    const writing = sendWrites(run, { perSecond: writesPerSecond });
    await Promise.all([writing, read(run, rolled.signal), rolling()]);
    await waitEnded(run, 60_000);
  },
  judge: (history, n) => [
    ...promised(history, n),
    faultsAtLeast(history, 2 * serviceNames.length),
    nothingRefused(history),
    figureAtMost(history, 'reads that failed', 0, '0 errors to readers'),
    figureAtMost(history, 'ends other than exit code 0', 0, 'each process ends with 0'),
    figureAtMost(history, 'ms to end, the longest', stopLimitMs, 'each process ends in time'),
  ],
  alerts: { fire: [], may: ['WritProcessDown', 'WritFinding releases-mixed'] },
};

async function restart(run: Run, replica: Replica): Promise<void> {
  const askedAtMs = Date.now();
  // Not by its supervisor, which hides the exit code.
  process.kill(replica.pid(), 'SIGTERM');
  broke(run, 'restart', replica.name);
  await eventually(() => !runs(replica), { withinMs: 2 * stopLimitMs });
  measured(run, 'ms to end, the longest', Date.now() - askedAtMs);
  const words = `${replica.name} has ended by itself (`;
  const how = run.ground.told.findLast((line) => line.startsWith(words))?.slice(words.length) ?? '';
  measured(run, 'ends other than exit code 0', how.startsWith('exit code 0)') ? 0 : 1);
  await replica.restart();
  fixed(run, 'restart', replica.name);
}

async function read(run: Run, signal: AbortSignal): Promise<void> {
  const { project, stack } = run.ground;
  const paths = ['operations', 'integrations', 'destinations'];
  const ask = async (number: number): Promise<number> => {
    const url = `${stack.managementUrl}/v1/projects/${project.name}/${paths[number % paths.length]}`;
    try {
      const { statusCode, body } = await request(url, { headers: { 'x-api-key': project.apiKey } });
      const text = await body.text();
      if (statusCode === 200) return 0;
      run.tell(`${url}: ${statusCode} ${text.slice(0, 200)}`);
    } catch (error) {
      run.tell(`${url}: ${String(error)}`);
    }
    return 1;
  };
  const failed = await openLoop(numbersUntil(signal), readsPerSecond, ask);
  measured(
    run,
    'reads that failed',
    failed.reduce((sum, one) => sum + one, 0),
  );
}
