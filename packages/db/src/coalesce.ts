import { createGroupCommit } from './group-commit.ts';

/**
 * Turns many single look-ups into few statements without keeping anything: a look-up goes out at once when nothing else
 * is under way, and those that are asked for meanwhile share the next statement. So every answer is fresh, and under
 * load a statement serves many.
 *
 * @param loadMany gives the values in the order of the keys; absent ones as undefined.
 */
export function coalesce<Key, Value>(
  loadMany: (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
  options: { maxKeys: number },
): (key: Key) => Promise<Value | undefined> {
  const group = createGroupCommit<Key, Value | undefined>({
    commit: loadMany,
    isContentFault: () => false,
    maxItems: options.maxKeys,
    concurrency: 2,
  });
  return (key) => group.add(key);
}
