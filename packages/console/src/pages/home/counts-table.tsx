import { useZone } from '../../data/preferences.ts';
import type { Counts } from '../../data/writes/stats.ts';
import { countWords } from '../../parts/facts/words.ts';
import { bucketWords } from '../../parts/time/words.ts';
import styles from './home.module.css';

type Given = { counts: readonly Counts[]; bucket: 'minute' | 'hour' | 'day' };

/** The numbers of the plots, newest first. */
export function CountsTable({ counts, bucket }: Given) {
  const zone = useZone();
  return (
    <details className={styles['details']}>
      <summary>As a table</summary>
      <p className="quiet">
        Each operation counts once, when it was accepted and when it ended; up to 10 s late. The newest{' '}
        {bucket} is still going on.
      </p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Accepted</th>
            <th scope="col">Success</th>
            <th scope="col">Failure</th>
          </tr>
        </thead>
        <tbody>
          {counts.toReversed().map(({ atMs, accepted, written, failed }) => (
            <tr key={atMs}>
              <th scope="row">
                <time dateTime={new Date(atMs).toISOString()}>{bucketWords(atMs, bucket, zone)}</time>
              </th>
              <td>{countWords(accepted)}</td>
              <td>{countWords(written)}</td>
              <td>{countWords(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
