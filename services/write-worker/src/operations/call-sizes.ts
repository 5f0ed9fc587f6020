import { mostInAnyCall, type Settlement } from '@writ/operation';
import { LRUCache } from 'lru-cache';

const rememberedLanes = 10_000;
/** Calls in a row that double the size. */
const cleanToDouble = 3;

/**
 * Records of a call lock each other, and a call that breaks off fails all: many failures show that it was too large,
 * one does not.
 */
const tooLargePart = 1 / 10;

type Size = { most: number; clean: number };

/** `too-large`: refused without naming a record, slow, or with many records locked or cut off. */
export type CallCourse = 'too-large' | 'clean' | 'mixed';

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
 * Records per call, by lane and share key: halved after a call that was too large, doubled after three clean ones.
 * Smaller calls don't count: a part of a refused call may hold a bad record. Each process learns on its own.
 * Concurrent calls halve it once.
 */
export function createCallSizes() {
  const lanes = new LRUCache<string, Map<string, Size>>({ max: rememberedLanes });
  return {
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
    of: (laneIds: readonly string[]): { shareKey: string; most: number }[] =>
      laneIds.flatMap((laneId) =>
        [...(lanes.get(laneId) ?? [])].map(([shareKey, { most }]) => ({ shareKey, most })),
      ),
  };
}

export type CallSizes = ReturnType<typeof createCallSizes>;
