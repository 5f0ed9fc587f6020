/** So many times the time of a slice, at most. */
const mostTimes = 5;
/** A slice that did less for each place of its lane is made longer, by up to a half, in so many steps. */
const enoughForPlace = 4;
const mostSteps = 4;

/**
 * The time of a slice. As long as units of its lane end, it is longer by up to a half where they were few, since a slice
 * costs as much as dozens of units; and it begins anew while nobody waits for what the slice holds, but not for ever: its
 * end tells the lane's row since when its work is due.
 *
 * @param options.performed how many units of the lane were performed in all
 * @param options.mayGoOn whether nobody waits; without it the time is what it is
 * @param options.nowMs on the monotonic clock
 */
export function sliceTime(options: {
  sliceMs: number;
  places: number;
  performed: () => number;
  mayGoOn: (() => Promise<boolean>) | undefined;
  nowMs: () => number;
}) {
  const { sliceMs, performed, mayGoOn, nowMs } = options;
  const enough = performed() + enoughForPlace * options.places;
  let endsAtMs = nowMs() + sliceMs;
  let before = performed();
  let [times, steps] = [1, 0];

  const leftMs = (): number => endsAtMs - nowMs();
  const goOn = (forMs: number): true => {
    endsAtMs = nowMs() + forMs;
    before = performed();
    return true;
  };
  return {
    leftMs,
    isLeft: async (): Promise<boolean> => {
      if (leftMs() > 0) return true;
      if (!mayGoOn || performed() === before) return false;
      if (performed() < enough && steps < mostSteps) {
        steps += 1;
        return goOn(sliceMs / (2 * mostSteps));
      }
      if (times === mostTimes || !(await mayGoOn())) return false;
      times += 1;
      return goOn(sliceMs);
    },
  };
}
