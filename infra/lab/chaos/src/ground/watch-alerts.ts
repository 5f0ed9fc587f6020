import { fasterRules, readRules, startPrometheus } from '@writ/observability';
import type { Closing } from '@writ/service-kit';
import { serviceNames } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { Entry } from '../entry.ts';
import type { Ground } from './start-ground.ts';

/** An outage of a minute stands for one of ten. */
const timesFaster = 10;
/** Figures are measured every 15 s. */
const fireWithinMs = 40_000;

export type AlertWatch = {
  /** Evaluates the rules from now on, on the metrics of all processes. */
  begin: (ground: Pick<Ground, 'stack'>) => Promise<void>;
  /** Records the alerts that fired, once those in `expected` have, or the time is over. */
  end: (expected: readonly string[], record: (entry: Entry) => void) => Promise<void>;
};

/** Starts a Prometheus, best beside the ground, since it needs some seconds to find what it reads. */
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
      for (const name of await prometheus.fired()) record({ kind: 'alert', name });
    },
  };
}

const targetOf = ({ metricsUrl }: { metricsUrl: string }): string => new URL(metricsUrl).host;
