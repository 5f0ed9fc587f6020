import type { Delivery, Operation, Task } from '@writ/sdk';
import type { Many, ManyPreview } from '../../data/writes/many.ts';
import { causeOf, countOf, countWords } from '../facts/words.ts';
import { Time } from '../time/time.tsx';
import styles from './many.module.css';
import { manyWords, noneOf } from './words.ts';

export function Preview({ action, preview }: { action: Many['action']; preview: ManyPreview }) {
  const { one, several, done, meaning } = manyWords[action];
  const { count, examples, leftOut, more = false } = preview;
  const isNone = count === 0 && !more;
  return (
    <>
      <p>
        {isNone ? (
          noneOf(action)
        ) : (
          <strong>{`${countOf(count, one, more, several)} will be ${done}.`}</strong>
        )}
      </p>
      {!isNone && <p className="quiet">{meaning} What matches when you begin is what counts.</p>}
      {examples.length > 0 && (
        <section>
          <h3>{count > examples.length ? `The newest ${examples.length}` : 'These'}</h3>
          <ul className={styles['examples']}>
            {examples.map((example) => (
              <li key={example.id}>
                {'resource' in example ? <OfOperation {...example} /> : <OfDelivery {...example} />}
                <Time at={example.createTime} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {leftOut.length > 0 && (
        <section>
          <h3>Left out</h3>
          <LeftOutList leftOut={leftOut} />
        </section>
      )}
    </>
  );
}

function OfOperation({ resource, groupRef, metadata, result }: Operation) {
  return (
    <>
      <span className="cut">
        {metadata.type} {resource} · <bdi>{groupRef}</bdi>
      </span>
      <span className={`${styles['how']} cut quiet`}>
        {result === undefined ? metadata.retry?.lastError?.message : causeOf(result)}
      </span>
    </>
  );
}

function OfDelivery({ eventType, status, lastError }: Delivery) {
  return (
    <>
      <span className="cut">{eventType}</span>
      <span className={`${styles['how']} cut quiet`}>{lastError?.message ?? status}</span>
    </>
  );
}

type LeftOut = Task['leftOut'][number];

/** The API's words name parameters; these name choices of the dialog. */
const ownWords: Readonly<Partial<Record<LeftOut['reason'], string>>> = {
  autoBatch: 'They are auto batches, which hold records of several requests.',
  cancelled: 'They were cancelled. The fault “Cancelled” as a filter, or choosing them, retries them.',
  sent: 'Something of them was being sent, or may have been written.',
};

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
