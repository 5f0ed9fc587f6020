/** Targets by source. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** Groups of at least two in which every member leads to every other (Tarjan's algorithm). */
export function circlesIn(arrows: Arrows): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];

  const visit = (from: string): number => {
    const own = order.size;
    order.set(from, own);
    open.push(from);
    let low = own;
    for (const to of arrows.get(from) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low);
    }
    lowest.set(from, low);
    if (low === own) {
      const circle = open.splice(open.lastIndexOf(from));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return low;
  };
  for (const from of arrows.keys()) if (!order.has(from)) visit(from);
  return circles;
}

/** Each pair once. */
export const pairsIn = (arrows: Arrows): [string, string][] =>
  [...arrows].flatMap(([from, targets]) =>
    [...targets].flatMap((to): [string, string][] =>
      from < to && arrows.get(to)?.has(from) ? [[from, to]] : [],
    ),
  );
