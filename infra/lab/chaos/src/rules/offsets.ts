import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

/** Committed offsets only grow: no message is read again. */
export function offsetsNeverBack(history: History): Verdict {
  const latest = new Map<string, number>();
  const back: string[] = [];
  for (const { offsets } of entriesOf(history, 'offsets'))
    for (const [partition, offset] of Object.entries(offsets)) {
      const before = latest.get(partition) ?? 0;
      if (offset < before) back.push(`partition ${partition}: from ${before} to ${offset}`);
      latest.set(partition, offset);
    }
  const sum = [...latest.values()].reduce((all, offset) => all + offset, 0);
  return noneOf('no committed offset moves back', back, `${sum} messages in ${latest.size} partitions`, sum);
}
