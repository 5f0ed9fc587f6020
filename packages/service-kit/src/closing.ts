/**
 * A list of what was opened and how each is closed. Whoever opens something registers its undo in the same line,
 * so that a start-up that fails half-way releases exactly what it had acquired.
 */
export type Closing = {
  /** Registers `close` for `resource` and hands the resource back. */
  add<T>(resource: T, close: (resource: T) => unknown): T;
  /**
   * Closes everything, last opened first, once; later calls return the same promise.
   * A failing close never keeps the others open: the first error is thrown when all are done.
   */
  close(): Promise<void>;
};

export function createClosing(): Closing {
  const undos: (() => unknown)[] = [];
  let closed: Promise<void> | undefined;

  const closeAll = async (): Promise<void> => {
    const errors: unknown[] = [];
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  };

  return {
    add(resource, close) {
      undos.push(() => close(resource));
      return resource;
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}
