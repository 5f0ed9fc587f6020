import type { Replica } from '@writ/stack';
import { setTimeout as delay } from 'node:timers/promises';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { allSentAcknowledged, allSucceeded, nothingLost, oneOperationPerWrite } from '../rules/ends.ts';
import { noDuplicates, sharedCalls } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { countingFaults, riseAgain, runs } from './rise-again.ts';
import { faultsAtLeast } from '../rules/faults.ts';

/** The last write of each life is committed, but neither enqueued nor answered. */
const writesPerLife = 10;
const gateways = 3;
const accountsPerGateway = 20;
const endLimitMs = 120_000;
const againAfterMs = 20;
const main = 'infra/lab/chaos/src/failing/dies-at-wake.main.ts';

/** F6: gateways are killed between the commit of a write and its enqueue. */
export const f06KillBeforeEnqueue: Experiment = {
  summary: 'kill -9 the gateway between commit and enqueue, at every 10th write',
  unit: 'asynchronous creates, or more, until a tenth as many kills',
  usualN: 10_000,
  ground: { replicas: { 'write-gateway': 0 }, accounts: () => gateways * accountsPerGateway, latencyMs: 0 },
  act: async (run) => {
    const starting = Array.from({ length: gateways }, () =>
      run.ground.stack.addReplica('write-gateway', {
        main,
        environment: { CHAOS_DIES_AT: String(writesPerLife) },
      }),
    );
    const started = await Promise.all(starting);
    const kills = Math.ceil(run.n / writesPerLife);
    // Twice as many writes as should be needed, so that an end there is.
    const next = range(0, 2 * kills)
      .map((life) => life * writesPerLife)
      .values();
    const counting = countingFaults(run);
    const enough = () => counting.killed() >= kills;
    await Promise.all(started.map((gateway, place) => live(counting.run, gateway, { place, next, enough })));
    await waitEnded(run, endLimitMs);
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
};

type Shift = { place: number; next: Iterable<number>; enough: () => boolean };

/**
 * A gateway takes ten writes at a time, until enough were killed. What one left unanswered is sent again, with the same
 * key, to its next life.
 */
async function live(run: Run, gateway: Replica, { place, next, enough }: Shift): Promise<void> {
  const usual = { record: 'unique', connections: 1, keyed: true } as const;
  // A lane that has work already is not always woken for more: so each write goes to one that rests.
  const accountOf = (number: number): number => place * accountsPerGateway + (number % accountsPerGateway);
  for (const from of next) {
    let numbers = range(from, writesPerLife);
    while (numbers.length > 0) {
      numbers = await sendWrites(run, { ...usual, url: gateway.url, accountOf, numbers });
      if (numbers.length === 0) break;
      // One that lives has only refused them.
      await (runs(gateway) ? delay(againAfterMs) : riseAgain(run, gateway));
    }
    if (enough()) return;
  }
}
