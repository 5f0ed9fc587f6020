export type RollingWindow = ReturnType<typeof rollingWindow>;

/** Counts exactly how many calls began within the last `windowMs`. */
export function rollingWindow() {
  let startsMs: number[] = [];
  let first = 0;

  const forgetUpTo = (momentMs: number) => {
    for (let start = startsMs[first]; start !== undefined && start <= momentMs; start = startsMs[first])
      first += 1;
    if (first < 1024 || first * 2 < startsMs.length) return;
    startsMs = startsMs.slice(first);
    first = 0;
  };

  return {
    used(nowMs: number, windowMs: number): number {
      forgetUpTo(nowMs - windowMs);
      return startsMs.length - first;
    },
    add(nowMs: number): void {
      startsMs.push(nowMs);
    },
  };
}
