import type { Stats } from '@writ/sdk';
import { brandOf } from '../../parts/facts/words.ts';
import { Shares } from '../../parts/plots/shares.tsx';
import { useFromNow } from '../../parts/time/now.ts';
import { spanWords } from '../../parts/time/words.ts';

export function OldestDue({ due }: { due: Stats['due'] }) {
  const nowMs = useFromNow((now) => now);
  if (due.length === 0)
    return <p className="quiet">Nothing is due: what waits has its time, and all else is under way.</p>;
  const shares = due
    .map(({ provider, resource, oldestDue }) => {
      const ageMs = Math.max(nowMs - Date.parse(oldestDue), 0);
      return {
        name: `${brandOf(provider)} ${resource}`,
        place: ['operations', { status: 'in_progress', provider, resource }] as const,
        value: ageMs,
        words: spanWords(ageMs),
      };
    })
    .toSorted((a, b) => b.value - a.value);
  return <Shares shares={shares} />;
}
