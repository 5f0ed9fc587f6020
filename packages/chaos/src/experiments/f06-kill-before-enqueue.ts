import type { Replica } from '@writ/stack';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { allAcknowledged, allSucceeded, nothingLost, oneOperationPerWrite } from '../rules/ends.ts';
import { noDuplicates } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { riseAgain } from './rise-again.ts';
import { faultsAtLeast } from '../rules/faults.ts';

/** The last write of each life is committed, but neither enqueued nor answered. */
const writesPerLife = 10;
const gateways = 3;
const endLimitMs = 120_000;
const main = 'packages/chaos/src/failing/dies-at-wake.main.ts';

/** F6: gateways are killed between the commit of a write and its enqueue. */
export const f06KillBeforeEnqueue: Experiment = {
  summary: 'kill -9 the gateway between commit and enqueue, at every 10th write',
  unit: 'asynchronous creates',
  usualN: 10_000,
  ground: { replicas: { 'write-gateway': 0 }, accounts: () => gateways, latencyMs: 0 },
  act: async (run) => {
    const starting = Array.from({ length: gateways }, () =>
      run.ground.stack.addReplica('write-gateway', {
        main,
        environment: { CHAOS_DIES_AT: String(writesPerLife) },
      }),
    );
    const started = await Promise.all(starting);
    const lives = Math.ceil(run.n / writesPerLife);
    const next = Array.from({ length: lives }, (_, life) => life * writesPerLife).values();
    await Promise.all(started.map((gateway, place) => live(run, gateway, { place, next })));
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => [
    faultsAtLeast(history, Math.floor(n / writesPerLife)),
    allAcknowledged(history, n),
    oneOperationPerWrite(history),
    nothingLost(history),
    allSucceeded(history),
    noDuplicates(history),
    oneEventPerOperation(history),
  ],
};

/** Each life of a gateway takes ten writes. What it left unanswered is sent again, with the same key, to the next one. */
async function live(
  run: Run,
  gateway: Replica,
  { place, next }: { place: number; next: Iterable<number> },
): Promise<void> {
  const usual = { record: 'unique', connections: 1, keyed: true } as const;
  const own = { ...usual, url: gateway.url, accountOf: () => place };
  for (const from of next) {
    let numbers = range(from, Math.min(writesPerLife, run.n - from));
    while (numbers.length > 0) {
      numbers = await sendWrites(run, { ...own, numbers });
      if (numbers.length > 0) await riseAgain(run, gateway);
    }
  }
}
