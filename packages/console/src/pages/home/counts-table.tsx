import { useZone } from '../../data/preferences.ts';
import type { Counts } from '../../data/writes/stats.ts';
import { changeWords, countWords } from '../../parts/facts/words.ts';
import { Table } from '../../parts/facts/facts.tsx';
import { bucketWords } from '../../parts/time/words.ts';
import styles from './home.module.css';

type Given = { counts: readonly Counts[]; bucket: 'minute' | 'hour' | 'day' };

export function CountsTable({ counts, bucket }: Given) {
  const zone = useZone();
  return (
    <details className="stack">
      <summary>As a table</summary>
      <p className="quiet">
        Each operation counts once, when it was accepted and when it ended; up to 10 s late. The newest{' '}
        {bucket} is still going on.
      </p>
      <Table
        className={styles['table']}
        heads={['From', 'Accepted', 'Success', 'Failure', 'Waiting']}
        rows={counts.toReversed().map(({ atMs, accepted, written, failed, waiting }) => [
          <time key={atMs} dateTime={new Date(atMs).toISOString()}>
            {bucketWords(atMs, bucket, zone)}
          </time>,
          countWords(accepted),
          countWords(written),
          countWords(failed),
          changeWords(waiting),
        ])}
      />
    </details>
  );
}
