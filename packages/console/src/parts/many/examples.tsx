import type { Delivery, Operation } from '@writ/sdk';
import type { ManyPreview } from '../../data/writes/many.ts';
import { causeOf } from '../facts/cause-of.ts';
import { Time } from '../time/time.tsx';
import { Theirs } from '../facts/theirs.tsx';
import styles from './many.module.css';

/** The newest of those that would be met. */
export function Examples({ examples }: Pick<ManyPreview, 'examples'>) {
  return (
    <ul className={styles['examples']}>
      {examples.map((example) => (
        <li key={example.id}>
          {'resource' in example ? <OfOperation operation={example} /> : <OfDelivery delivery={example} />}
          <Time at={example.createTime} />
        </li>
      ))}
    </ul>
  );
}

function OfOperation({ operation }: { operation: Operation }) {
  const { resource, groupRef, metadata, result } = operation;
  return (
    <>
      <span className={styles['what']}>
        {metadata.type} {resource} · <Theirs>{groupRef}</Theirs>
      </span>
      <span className={styles['how']}>
        {result === undefined ? metadata.retry?.lastError?.message : causeOf(result)}
      </span>
    </>
  );
}

function OfDelivery({ delivery }: { delivery: Delivery }) {
  const { eventType, status, lastError } = delivery;
  return (
    <>
      <span className={styles['what']}>{eventType}</span>
      <span className={styles['how']}>{lastError?.message ?? status}</span>
    </>
  );
}
