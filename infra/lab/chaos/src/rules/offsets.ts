import { entriesOf, type History } from '../entry.ts';
import { noneOf, type Verdict } from './verdict.ts';

/** What a group has committed of a partition only grows: what was taken in is never read again. */
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
  const verdict = noneOf(
    'no committed offset moves back',
    back,
    `${sum} messages in ${latest.size} partitions`,
  );
  return { ...verdict, holds: verdict.holds && sum > 0 };
}
