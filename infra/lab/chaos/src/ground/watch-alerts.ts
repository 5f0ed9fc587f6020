import { setTimeout as delay } from 'node:timers/promises';
import { fasterRules, readRules, startPrometheus, type LocalPrometheus } from '@writ/observability';
import type { Closing } from '@writ/service-kit';
import { serviceNames } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { Entry } from '../entry.ts';
import type { Ground } from './start-ground.ts';

/** A minute's outage stands for ten. */
const timesFaster = 10;
/** Measured every 15 s, read every 2 s, evaluated every second. */
const measuredWithinMs = 18_000;
const fireWithinMs = 40_000;
/** The longest `for` is 30 min. */
const pendingAtMostMs = (30 * 60_000) / timesFaster;

export type AlertWatch = {
  /** Evaluates the rules on the metrics of all processes. */
  begin: (ground: Pick<Ground, 'stack'>) => Promise<void>;
  /**
   * Records fired alerts once `expected` ones have fired, none is pending (if none is expected), or the time is over.
   */
  end: (expected: readonly string[], record: (entry: Entry) => void) => Promise<void>;
};

/** Prometheus takes some seconds to find its targets. */
export async function watchAlerts(closing: Closing): Promise<AlertWatch> {
  const prometheus = closing.add(await startPrometheus(), (server) => server.close());
  return {
    begin: async ({ stack }) => {
      await prometheus.read(() => serviceNames.flatMap((service) => stack.replicas[service].map(targetOf)));
      await prometheus.evaluate(fasterRules(await readRules(), timesFaster));
    },
    end: async (expected, record) => {
      const haveFired = async (): Promise<boolean> => {
        const fired = await prometheus.fired();
        return expected.every((name) => fired.includes(name));
      };
      await eventually(haveFired, { withinMs: fireWithinMs, everyMs: 1_000 }).catch(() => undefined);
      if (expected.length === 0) await letFire(prometheus);
      for (const name of await prometheus.fired()) record({ kind: 'alert', name });
    },
  };
}

/** Lets conditions at the end of the run fire or end. */
async function letFire(prometheus: LocalPrometheus): Promise<void> {
  await delay(measuredWithinMs);
  const isDecided = async (): Promise<boolean> => !(await prometheus.isPending());
  await eventually(isDecided, { withinMs: pendingAtMostMs, everyMs: 1_000 }).catch(() => undefined);
}

const targetOf = ({ metricsUrl }: { metricsUrl: string }): string => new URL(metricsUrl).host;
