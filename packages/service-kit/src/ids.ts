import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const bytesPerId = 16;
/** Fetching random bytes costs more than making an id. */
const random = new Uint8Array(bytesPerId * 512);
let used = random.length;
let [lastMs, seq] = [0, 0];

/** A UUID of version 7: later ids sort later, so indexes grow at one end. */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const own = random.subarray(used, (used += bytesPerId));
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // The upper half is free for the ids of this millisecond.
    seq = (((own[0] ?? 0) & 0x7f) << 24) | ((own[1] ?? 0) << 16) | ((own[2] ?? 0) << 8) | (own[3] ?? 0);
  } else {
    seq += 1;
  }
  return v7({ msecs: lastMs, seq, random: own });
}

export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
