/**
 * Does what is asked for under one key a group at a time: what comes while a group is under way makes up the next one.
 * A group that fails fails each of its items.
 */
export function inGroups<Item, Result>(
  perform: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  type Group = { items: Item[]; results: Promise<readonly Result[]> };
  const latest = new Map<string, Group & { isOpen: boolean }>();

  const openGroup = (key: string): Group => {
    const before = latest.get(key)?.results;
    const items: Item[] = [];
    const group = { items, isOpen: true, results: Promise.resolve<readonly Result[]>([]) };
    group.results = (async () => {
      await before?.catch(() => undefined);
      group.isOpen = false;
      try {
        return await perform(key, items);
      } finally {
        if (latest.get(key) === group) latest.delete(key);
      }
    })();
    latest.set(key, group);
    return group;
  };

  return async (key, item) => {
    const known = latest.get(key);
    const { items, results } = known?.isOpen ? known : openGroup(key);
    const place = items.push(item) - 1;
    return (await results)[place] as Result;
  };
}
