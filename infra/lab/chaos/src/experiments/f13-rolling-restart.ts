import { setTimeout as delay } from 'node:timers/promises';
import type { Replica, ServiceName } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import { request } from 'undici';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites, warmUp } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { nothingRefused } from '../rules/answers.ts';
import { noDuplicates } from '../rules/effects.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { figureAtMost } from '../rules/figures.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { runs } from './rise-again.ts';

/** In all 200: three of four are writes, the others ask the three services of the management host in turn. */
const writesPerSecond = 150;
const readsPerSecond = 50;
const endLimitMs = 60_000;
const stopLimitMs = 30_000;
/** Of all services; each has two processes. */
const restarts = 10;

const services = [
  'write-gateway',
  'write-worker',
  'operations',
  'installations',
  'notification',
] as const satisfies ServiceName[];

/** F13: every process is stopped in an orderly way and started again, one after the other, under load. */
export const f13RollingRestart: Experiment = {
  summary: 'rolling restart of each service, 2 processes each, under 200 requests/s through the edge',
  unit: 'asynchronous creates; they last until the last restart where that comes later',
  usualN: 9_000,
  ground: {
    accounts: () => 4,
    latencyMs: 5,
    replicas: Object.fromEntries(services.map((service) => [service, 2])),
  },
  act: async (run) => {
    await warmUp(run);
    const rolled = new AbortController();
    const rolling = async (): Promise<void> => {
      for (const service of services)
        for (const replica of run.ground.stack.replicas[service]) await restart(run, replica);
      rolled.abort();
    };
    const writing = sendWrites(run, {
      numbers: range(0, run.n),
      record: 'unique',
      perSecond: writesPerSecond,
    });
    await Promise.all([writing, read(run, rolled.signal), rolling()]);
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => [
    faultsAtLeast(history, restarts),
    nothingRefused(history),
    figureAtMost(history, 'reads that failed', 0, '0 errors to readers'),
    allAcknowledged(history, n),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    oneEventPerOperation(history),
    figureAtMost(history, 'ends other than exit code 0', 0, 'each process ends with 0'),
    figureAtMost(history, 'ms to end, the longest', stopLimitMs, 'each process ends in time'),
  ],
};

async function restart({ ground, record, tell }: Run, replica: Replica): Promise<void> {
  const askedAtMs = Date.now();
  // Not by its supervisor, which does not tell how it ended.
  process.kill(replica.pid(), 'SIGTERM');
  record({ kind: 'fault', atMs: askedAtMs, what: 'restart', target: replica.name });
  await eventually(() => !runs(replica), { withinMs: 2 * stopLimitMs });
  const figure = (name: string, value: number) => record({ kind: 'figure', atMs: Date.now(), name, value });
  figure('ms to end, the longest', Date.now() - askedAtMs);
  const words = `${replica.name} has ended by itself (`;
  const how = ground.told.findLast((line) => line.startsWith(words))?.slice(words.length) ?? '';
  figure('ends other than exit code 0', how.startsWith('exit code 0)') ? 0 : 1);
  await replica.restart();
  record({ kind: 'mended', atMs: Date.now(), what: 'restart', target: replica.name });
  tell(`${replica.name} was restarted.`);
}

/** Asks each service of the management host in turn, until the signal. */
async function read({ ground, record, tell }: Run, signal: AbortSignal): Promise<void> {
  const { project, stack } = ground;
  const paths = ['operations', 'integrations', 'destinations'];
  const running: Promise<number>[] = [];
  const ask = async (path: string): Promise<number> => {
    const url = `${stack.managementUrl}/v1/projects/${project.name}/${path}`;
    try {
      const { statusCode, body } = await request(url, { headers: { 'x-api-key': project.apiKey } });
      const text = await body.text();
      if (statusCode === 200) return 0;
      tell(`${path}: ${statusCode} ${text.slice(0, 200)}`);
    } catch (error) {
      tell(`${path}: ${String(error)}`);
    }
    return 1;
  };
  const startedAtMs = Date.now();
  for (let number = 0; !signal.aborted; number += 1) {
    const waitMs = startedAtMs + (number / readsPerSecond) * 1000 - Date.now();
    if (waitMs > 0) await delay(waitMs);
    running.push(ask(paths[number % paths.length] ?? 'operations'));
  }
  const failed = (await Promise.all(running)).reduce((sum, each) => sum + each, 0);
  tell(`${running.length} reads, ${failed} failed.`);
  record({ kind: 'figure', atMs: Date.now(), name: 'reads that failed', value: failed });
}
