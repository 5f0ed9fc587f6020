/**
 * Opened resources and how to close each. The line that opens something registers its closing, so a start
 * that fails half-way releases exactly what it opened.
 */
export type Closing = {
  /** Returns the resource. */
  add<T>(resource: T, close: (resource: T) => unknown): T;
  /**
   * Closes everything once, last opened first. A failing close does not stop the others; the first error is
   * thrown at the end.
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
