import { mostInAnyCall, type Settlement } from '@writ/operation';
import { LRUCache } from 'lru-cache';

const rememberedLanes = 10_000;
/** So many calls in a row of which everything was written double the size. */
const cleanToDouble = 3;

/**
 * Records of one call lock each other's, and a call that breaks off fails all: with such a part of it the call was too large. A
 * passing error of one record says nothing of the others.
 */
const tooLargePart = 1 / 10;

type Size = { most: number; clean: number };

/** What became of a call: refused without a name, slow, or with many locks or cut off; wholly written; or neither. */
export type CallCourse = 'too-large' | 'clean' | 'mixed';

/** What a call of `inCall` records says of its size; `isTooLarge`: it was refused without a name, or was slow. */
export function courseOf({
  settlements,
  inCall,
  isTooLarge = false,
}: {
  settlements: readonly Pick<Settlement, 'judgement' | 'together'>[];
  inCall: number;
  isTooLarge?: boolean;
}): CallCourse {
  const records = settlements.flatMap(({ judgement }) => judgement.records);
  const cut = settlements.flatMap(({ judgement, together }) =>
    judgement.records.filter(
      (record) =>
        together !== undefined ||
        (record.status !== 'written' && record.faults.some(({ kind }) => kind === 'locked')),
    ),
  );
  if (inCall > 1 && (isTooLarge || cut.length >= tooLargePart * inCall)) return 'too-large';
  return records.every(({ status }) => status === 'written') ? 'clean' : 'mixed';
}

/**
 * How large calls of writes that are sent in the same way may be for now, by lane and share key: half of one that was too
 * large, and twice as many after three clean ones. A smaller call says nothing: it may be a part of one that was refused, so
 * some record in it is likely to be bad. Only this process knows. Calls that are under way together count once, since each
 * is halved from its own size.
 */
export function createCallSizes() {
  const lanes = new LRUCache<string, Map<string, Size>>({ max: rememberedLanes });
  return {
    /** A call of so many records is over. */
    ended: (laneId: string, shareKey: string, inCall: number, course: CallCourse): void => {
      const sizes = lanes.get(laneId) ?? new Map<string, Size>();
      const size = sizes.get(shareKey);
      if (size && inCall < size.most) return;
      if (course === 'too-large') {
        const most = Math.max(1, Math.floor(inCall / 2));
        sizes.set(shareKey, { most: Math.min(most, size?.most ?? most), clean: 0 });
      } else if (size) {
        size.clean = course === 'clean' ? size.clean + 1 : 0;
        if (size.clean >= cleanToDouble) Object.assign(size, { most: 2 * size.most, clean: 0 });
        if (size.most >= mostInAnyCall) sizes.delete(shareKey);
      }
      if (sizes.size > 0) lanes.set(laneId, sizes);
      else lanes.delete(laneId);
    },
    /** The bounds that hold in these lanes. */
    of: (laneIds: readonly string[]): { shareKey: string; most: number }[] =>
      laneIds.flatMap((laneId) =>
        [...(lanes.get(laneId) ?? [])].map(([shareKey, { most }]) => ({ shareKey, most })),
      ),
  };
}

export type CallSizes = ReturnType<typeof createCallSizes>;
