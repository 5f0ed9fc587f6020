import type { TaskProcess } from '@writ/test-kit';
import { atLeast, latencyFigures, type Figure, type Goal } from '../report/report.ts';
import type { Subject } from '../subject/start-bench.ts';
import { cpuFigures, perThousand, usedCpu, yardstickCpu } from '../subject/used-cpu.ts';
import { topRates } from '../load/in-turn.ts';
import type { LoadResult, LoadTask } from '../load/load-task.ts';

/** Closed loops through the gateway, which count, and through the yardstick y1. */
export type Loops = {
  /** As the words of figures name it: accepted. */
  done: string;
  least: number;
  write: (pace: LoadTask['pace'], by?: 'token') => Promise<LoadResult>;
  yardstick: (pace: LoadTask['pace']) => Promise<LoadResult>;
  app: TaskProcess<null, string>;
};

const closedLoop = { kind: 'closed', seconds: 5 } as const;

/** The top rate of the gateway in writes/s, its CPU, and a JSON Web Token beside an API key. */
export async function topOfGateway(
  subject: Subject,
  { done, least, write, yardstick, app }: Loops,
  tell: (line: string) => void,
): Promise<{ top: number; figures: Figure[]; goals: Goal[] }> {
  tell('Closed loop: yardstick and gateway in turn.');
  const [y1, top] = await topRates(
    () => yardstick(closedLoop),
    () => write(closedLoop),
  );
  const before = await usedCpu(subject, ['write-gateway']);
  const closed = await write(closedLoop);
  const cpu = perThousand(before, await usedCpu(subject, ['write-gateway']), closed.succeeded);
  tell('Closed loop: an API key and a JSON Web Token in turn.');
  const [byKey, byToken] = await topRates(
    () => write(closedLoop),
    () => write(closedLoop, 'token'),
  );
  return {
    top,
    figures: [
      { name: 'y1: Express + ajv', value: y1, unit: 'requests/s' },
      { name: `${done}, closed loop`, value: top, unit: 'writes/s' },
      ...latencyFigures('closed loop', closed.latency),
      ...(await yardstickCpu(app.pid, () => yardstick(closedLoop))),
      ...cpuFigures('writes', cpu),
    ],
    goals: [
      atLeast(`${done} / y1`, top / y1, least),
      atLeast(`${done} by JSON Web Token / by API key`, byToken / byKey, 0.9),
    ],
  };
}
