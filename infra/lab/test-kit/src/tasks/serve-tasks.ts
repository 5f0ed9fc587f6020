type Request = { id: number; task: unknown };

/** What a task came to, as it travels back to the process that gave it. */
export type TaskAnswer = { id: number; result?: unknown; error?: string };

/**
 * Makes this process work for the one that started it: performs each task that comes and sends its result back. It ends
 * when the other process does.
 */
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
