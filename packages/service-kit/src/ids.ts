import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const bytesPerId = 16;
/** Random bytes are fetched for many ids at once: fetching costs more than making an id of them. */
const random = new Uint8Array(bytesPerId * 512);
let used = random.length;
let [lastMs, seq] = [0, 0];

/** A new id (UUID version 7): ids made later sort later, so indexes grow at one end. */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const own = random.subarray(used, (used += bytesPerId));
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // The upper half stays free: more ids than that are never made in a millisecond.
    seq = (((own[0] ?? 0) & 0x7f) << 24) | ((own[1] ?? 0) << 16) | ((own[2] ?? 0) << 8) | (own[3] ?? 0);
  } else {
    seq += 1;
  }
  return v7({ msecs: lastMs, seq, random: own });
}

/** Whether a text has the form of an id. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
