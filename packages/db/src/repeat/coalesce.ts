import { askAgain } from './once-more.ts';
import { createGroupCommit } from './group-commit.ts';

/**
 * Joins look-ups into few statements, without a cache: one goes out immediately if no other is in flight;
 * those that arrive meanwhile share the next statement. So every answer is fresh.
 * @param loadMany returns values in the order of the keys, undefined for absent ones; repeated once if its
 * connection broke
 * @param options.nameOf equal names are loaded once
 */
export function coalesce<Key, Value>(
  loadMany: (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
  options: {
    maxKeys: number;
    nameOf: (key: Key) => string;
    /** How long look-ups gather that follow another; default: 0. */
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

const mostIds = 500;

/**
 * `coalesce` by id.
 * @param findMany gets different ids, and leaves out absent ones
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
