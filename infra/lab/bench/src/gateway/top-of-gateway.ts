import type { BenchContext } from '../benchmark.ts';
import { atLeast, latencyFigures, type Figure, type Goal } from '../report/report.ts';
import { startBench, startYardstick, writeLoad, type Bench } from '../subject/start-bench.ts';
import type { WriteWay } from '../subject/contact.ts';
import { withToken } from '../subject/with-token.ts';
import { watchUse } from '../measure/processes.ts';
import { cpuFigures, perThousand, watchCpu } from '../subject/used-cpu.ts';
import { topRates } from '../load/in-turn.ts';
import type { LoadResult, LoadTask } from '../load/load-task.ts';

export type GatewayBench = Bench & {
  bodyBytes: number;
  /** Numbered from 0 over all loads, with an API key or a JSON Web Token. */
  write: (pace: LoadTask['pace'], by?: 'token') => Promise<LoadResult>;
  operationIds: readonly string[];
  /**
   * The gateway's top rate in writes/s, its CPU, and a JSON Web Token compared with an API key. `done`: what figures
   * call a finished write; `least`: the goal relative to the yardstick.
   */
  top: (done: string, least: number) => Promise<{ top: number; figures: Figure[]; goals: Goal[] }>;
};

export async function startGatewayBench(context: BenchContext, way: WriteWay): Promise<GatewayBench> {
  const bench = await startBench(context);
  const { subject, project, accounts, load } = bench;
  const app = await startYardstick(context);
  const writes = writeLoad(subject, project, accounts, way);
  const tokens = await withToken(project, writes);
  const bare = { ...writes, urls: [await app.perform(null)] };
  const operationIds: string[] = [];
  let from = 0;
  const write: GatewayBench['write'] = async (pace, by) => {
    const result = await load.send({ ...(by ? tokens : writes), from, pace });
    from += result.sent;
    operationIds.push(...result.operationIds);
    return result;
  };
  const loops = { subject, write, yardstick: () => load.send({ ...bare, pace: closedLoop }), pid: app.pid };
  return {
    ...bench,
    bodyBytes: writes.bodies[0]?.length ?? 0,
    write,
    operationIds,
    top: (done, least) => topOfGateway(loops, { done, least }, context.tell),
  };
}

type Loops = Pick<GatewayBench, 'subject' | 'write'> & {
  yardstick: () => Promise<LoadResult>;
  /** The yardstick's. */
  pid: number;
};

const closedLoop = { kind: 'closed', seconds: 5 } as const;

async function topOfGateway(
  { subject, write, yardstick, pid }: Loops,
  { done, least }: { done: string; least: number },
  tell: (line: string) => void,
): ReturnType<GatewayBench['top']> {
  tell('Closed loop: yardstick and gateway in turn.');
  const [y1, top] = await topRates(yardstick, () => write(closedLoop));
  const endWatch = await watchCpu(subject, ['write-gateway']);
  const closed = await write(closedLoop);
  const cpu = perThousand(await endWatch(), closed.succeeded);
  tell('Closed loop: an API key and a JSON Web Token in turn.');
  const [byKey, byToken] = await topRates(
    () => write(closedLoop),
    () => write(closedLoop, 'token'),
  );
  const endYardstick = await watchUse({ y1: [pid] });
  const { succeeded } = await yardstick();
  const { y1: used } = perThousand(await endYardstick(), succeeded);
  const yardstickCpu = used === undefined ? {} : { y1: used };
  return {
    top,
    figures: [
      { name: 'y1: Express + ajv', value: y1, unit: 'requests/s' },
      { name: `${done}, closed loop`, value: top, unit: 'writes/s' },
      ...latencyFigures('closed loop', closed.latency),
      ...cpuFigures('requests', yardstickCpu),
      ...cpuFigures('writes', cpu),
    ],
    goals: [
      atLeast(`${done} / y1`, top / y1, least),
      atLeast(`${done} by JSON Web Token / by API key`, byToken / byKey, 0.9),
    ],
  };
}
