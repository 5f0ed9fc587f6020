import { askAgain } from './once-more.ts';
import { createGroupCommit } from './group-commit.ts';

/**
 * Turns many single look-ups into few statements without keeping anything: a look-up goes out at once when nothing else
 * is under way, and those that are asked for meanwhile share the next statement. So every answer is fresh, and under
 * load a statement serves many.
 *
 * @param loadMany reads the values and gives them in the order of the keys, absent ones as undefined. It is called once
 *   more where its connection broke.
 * @param options.nameOf tells keys apart: those of the same name are loaded once, and share a value.
 */
export function coalesce<Key, Value>(
  loadMany: (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
  options: {
    maxKeys: number;
    nameOf: (key: Key) => string;
    /** How long those gather that follow others; not at all unless told. */
    gatherMs?: number;
  },
): (key: Key) => Promise<Value | undefined> {
  const group = createGroupCommit<Key, Value | undefined>({
    commit: async (keys) => {
      const places = new Map<string, number>();
      const different: Key[] = [];
      const placeOf = keys.map((key) => {
        const name = options.nameOf(key);
        const place = places.get(name) ?? different.push(key) - 1;
        places.set(name, place);
        return place;
      });
      const values = await askAgain(() => loadMany(different));
      return placeOf.map((place) => values[place]);
    },
    isContentFault: () => false,
    maxItems: options.maxKeys,
    concurrency: 2,
    ...(options.gatherMs !== undefined && { gatherMs: options.gatherMs }),
  });
  return (key) => group.add(key);
}

/** Ids that one statement looks up. */
const mostIds = 500;

/**
 * The same for what is looked up by its id, many in a statement.
 *
 * @param findMany reads values by their ids, all different; it leaves out those that are absent
 */
export const coalesceById = <Value>(
  findMany: (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): ((id: string) => Promise<Value | undefined>) =>
  coalesce(
    async (ids: readonly string[]) => {
      const found = await findMany(ids);
      return ids.map((id) => found.get(id));
    },
    { maxKeys: mostIds, nameOf: (id) => id },
  );
