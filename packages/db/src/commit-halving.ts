/** What became of one item of a group. */
export type Settled<Result> = { ok: true; result: Result } | { ok: false; error: unknown };

/** An item that waits for its group, and who is told what became of it. */
export type Waiting<Item, Result> = { item: Item; settle: (outcome: Settled<Result>) => void };

/**
 * Commits a group. One bad item must not fail its neighbours: a group whose commit fails with a fault of its content
 * (`isContentFault`) is halved until the culprit is alone. Any other fault fails the whole group, since trying again
 * would hide an outage and might do the work twice. Every item is told; it never rejects.
 *
 * @param commit stores all items in one transaction and gives a result for each, in order.
 */
export async function commitHalving<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  options: {
    commit: (items: readonly Item[]) => Promise<readonly Result[]>;
    isContentFault: (error: unknown) => boolean;
  },
): Promise<void> {
  try {
    const results = await options.commit(group.map(({ item }) => item));
    group.forEach(({ settle }, index) => settle({ ok: true, result: results[index] as Result }));
  } catch (error) {
    if (group.length === 1 || !options.isContentFault(error)) {
      for (const { settle } of group) settle({ ok: false, error });
      return;
    }
    const middle = Math.ceil(group.length / 2);
    await commitHalving(group.slice(0, middle), options);
    await commitHalving(group.slice(middle), options);
  }
}
