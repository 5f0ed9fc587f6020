/**
 * A call in a window, at a moment by which the provider has counted it: while it is under way the end of its leave or
 * later, afterwards the moment of its answer. So it has left the window no later than one window after `atMs`.
 */
export type Slot = { id: string; atMs: number };

/**
 * The first moment from `nowMs` on at which another call may begin: with it, no more than `limit` calls are in the
 * window that ends there.
 *
 * @param slots in the order of `atMs`
 */
export function nextStart(
  slots: readonly Slot[],
  { limit, windowMs }: { limit: number; windowMs: number },
  nowMs: number,
): number {
  const first = slots.findIndex(({ atMs }) => atMs > nowMs - windowMs);
  if (first === -1) return nowMs;
  const over = slots.length - first - limit;
  return over < 0 ? nowMs : (slots[first + over]?.atMs ?? nowMs) + windowMs;
}

/** The slots with one more, in order. */
export function withSlot(slots: readonly Slot[], slot: Slot): readonly Slot[] {
  const after = slots.findLastIndex(({ atMs }) => atMs <= slot.atMs) + 1;
  return slots.toSpliced(after, 0, slot);
}

export const withoutSlot = (slots: readonly Slot[], id: string): readonly Slot[] =>
  slots.filter((slot) => slot.id !== id);
