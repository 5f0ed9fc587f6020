import { bringBack } from './bring-back.ts';
import { canListen } from '../free-port.ts';
import type { LocalServer, StopOptions } from '../local-server.ts';
import { endChild, spawnServer, waitReady, type Running, type ServerPlan } from './server-process.ts';
import { waitUntil } from '../wait-until.ts';

const defaultStopMs = 20_000;
// A killed server may hold its port for a moment.
const portWaitMs = 2_000;

/** Waits until the server answers. A failed start leaves no process. */
export async function superviseServer(plan: ServerPlan): Promise<LocalServer> {
  const life = serverLife(plan);
  await life.start();
  return {
    port: plan.port,
    pid: life.pid,
    stop: life.stop,
    kill: () => life.stop({ signal: 'SIGKILL' }),
    restart: async () => {
      await life.stop();
      await life.start();
    },
    close: async () => {
      await life.stop();
      if (plan.folder.isTemporary) await plan.folder.remove();
    },
  };
}

function serverLife(plan: ServerPlan) {
  let running: Running | undefined;
  /** The last start; undefined after a stop. */
  let life: symbol | undefined;

  const end = async (signal: NodeJS.Signals, withinMs: number): Promise<void> => {
    const ending = running;
    running = undefined;
    if (ending) await endChild(ending, signal, withinMs);
  };

  const mustBeWanted = (own: symbol): void => {
    if (life !== own) throw new Error(`${plan.name} was stopped while it started.`);
  };

  const begin = async (own: symbol): Promise<void> => {
    mustBeWanted(own);
    await makeRoom(plan);
    mustBeWanted(own);
    // Set now, so that a stop also ends a starting program.
    const starting = spawnServer(plan);
    running = starting;
    let wasReady = false;
    void starting.ended.then((how) => {
      if (running !== starting) return;
      running = undefined;
      starting.release();
      if (wasReady) crashed(how, own);
    });
    try {
      await waitReady(plan, starting);
      wasReady = true;
    } catch (error) {
      if (running === starting) await end('SIGKILL', defaultStopMs);
      throw error;
    }
  };

  const { name, onLost, onBack, pausesMs } = plan;
  const comeBack = onLost && bringBack({ name, pausesMs, onBack, onLost });
  const crashed = (how: string, own: symbol): void => {
    plan.onCrash?.(how);
    void comeBack?.(how, { start: () => begin(own), isWanted: () => life === own });
  };

  return {
    start: (): Promise<void> => {
      const own = Symbol(name);
      life = own;
      return begin(own);
    },
    stop: (options: StopOptions = {}): Promise<void> => {
      life = undefined;
      return end(options.signal ?? plan.stopSignal, options.withinMs ?? plan.stopWithinMs ?? defaultStopMs);
    },
    pid: (): number => {
      if (running?.child.pid === undefined) throw new Error(`${plan.name} is not running.`);
      return running.child.pid;
    },
  };
}

async function makeRoom(plan: ServerPlan): Promise<void> {
  await plan.clear?.();
  // Otherwise another program would answer instead.
  await waitUntil(
    () => canListen(plan.port),
    portWaitMs,
    `Port ${plan.port} for ${plan.name} is in use: end the program that listens there, or choose another port.`,
  );
}
