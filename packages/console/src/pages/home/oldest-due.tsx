import type { Stats } from '@writ/sdk';
import type { Project } from '../../data/project.ts';
import { Shares } from '../../parts/plots/shares.tsx';
import { useFromNow } from '../../parts/time/now.ts';
import { spanWords } from '../../parts/time/words.ts';
import styles from './home.module.css';

/** For how long the oldest of each object is due and not sent. */
export function OldestDue({ due, project }: { due: Stats['due']; project: Project }) {
  const nowMs = useFromNow((now) => now);
  if (due.length === 0)
    return (
      <p className={styles['quiet']}>Nothing is due: what waits has its time, and all else is under way.</p>
    );
  const shares = due
    .map(({ provider, resource, oldestDue }) => {
      const ageMs = Math.max(nowMs - Date.parse(oldestDue), 0);
      const filter = new URLSearchParams({ status: 'in_progress', provider, resource });
      return {
        name: `${provider} ${resource}`,
        href: `${project.to('operations')}?${filter.toString()}`,
        value: ageMs,
        words: spanWords(ageMs),
      };
    })
    .toSorted((a, b) => b.value - a.value);
  return <Shares shares={shares} />;
}
