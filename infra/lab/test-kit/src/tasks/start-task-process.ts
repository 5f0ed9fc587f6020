import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Closing } from '@writ/service-kit';
import type { TaskAnswer } from './serve-tasks.ts';

export type TaskProcess<Task, Result> = {
  /** @throws if the task fails or the process ends */
  perform: (task: Task) => Promise<Result>;
  pid: number;
};

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/**
 * Starts a `….main.ts` file that calls `serveTasks`. Load, yardsticks and receivers run apart, so as not to slow each
 * other.
 */
export async function startTaskProcess<Task, Result>(
  main: URL,
  closing: Closing,
): Promise<TaskProcess<Task, Result>> {
  const child = fork(main, [], { serialization: 'advanced', execArgv: [] });
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  closing.add(child, async () => {
    child.kill();
    await ended;
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  child.on('message', (message) => {
    const { id, result, error } = message as TaskAnswer;
    const task = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) task?.resolve(result);
    else task?.reject(new Error(error));
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) {
      reject(new Error(`${main.pathname} ended with ${signal ?? String(code)}`));
    }
  });
  return {
    pid: child.pid ?? 0,
    perform: (task) =>
      new Promise<Result>((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve: (result) => resolve(result as Result), reject });
        child.send({ id: lastId, task });
      }),
  };
}
