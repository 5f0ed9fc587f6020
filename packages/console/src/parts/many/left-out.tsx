import type { Task } from '@writ/sdk';
import { countWords } from '../facts/numbers.ts';
import styles from './many.module.css';

type LeftOut = Task['leftOut'][number];

/** What the API tells in its own terms; the dialog offers it as a choice. */
const ownWords: Readonly<Partial<Record<LeftOut['reason'], string>>> = {
  autoBatch: 'They are auto batches, which hold records of several requests.',
  cancelled: 'They were cancelled. The fault “Cancelled” as a filter, or choosing them, retries them.',
  sent: 'Something of them was being sent, or may have been written.',
};

/** How many are left out, and why. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <ul className={styles['left']}>
      {leftOut.map(({ reason, count, detail }) => (
        <li key={reason}>
          <span className={styles['number']}>{countWords(count)}</span>
          <span>{ownWords[reason] ?? detail}</span>
        </li>
      ))}
    </ul>
  );
}
