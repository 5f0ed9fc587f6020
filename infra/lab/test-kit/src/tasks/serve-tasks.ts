type Request = { id: number; task: unknown };

export type TaskAnswer = { id: number; result?: unknown; error?: string };

/** For the parent process; ends with it. */
export function serveTasks(perform: (task: never) => unknown): void {
  const answer = (message: TaskAnswer) => process.send?.(message);
  process.on('message', ({ id, task }: Request) => {
    Promise.resolve(task as never)
      .then(perform)
      .then(
        (result) => answer({ id, result }),
        (error: unknown) =>
          answer({ id, error: error instanceof Error ? String(error.stack) : String(error) }),
      );
  });
  process.on('disconnect', () => process.exit());
}
