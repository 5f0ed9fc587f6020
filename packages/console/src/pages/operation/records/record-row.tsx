import type { Operation, OperationRecord } from '@writ/sdk';
import { useState } from 'react';
import { Id, To } from '../../../parts/facts/id.tsx';
import { KeyValues, type Standing, Status } from '../../../parts/facts/facts.tsx';
import type { Note } from '../timeline/notes.ts';
import { RecordNow } from './record-now.tsx';
import styles from './records.module.css';

const statuses: Readonly<Record<OperationRecord['status'], Standing>> = {
  pending: { tone: 'busy', words: 'Pending' },
  written: { tone: 'good', words: 'Written' },
  failed: { tone: 'bad', words: 'Failed' },
};

const standingOf = ({ status, created }: OperationRecord): Standing =>
  status === 'written' && created !== undefined
    ? { tone: 'good', words: created ? 'Created' : 'Updated' }
    : statuses[status];

type Given = { record: OperationRecord; operation: Operation; notes: readonly Note[]; place: number };

/** An operation's only record is open. */
export function RecordRow({ record, operation, notes, place }: Given) {
  const { recordCount } = operation.metadata;
  const [isOpen, setOpen] = useState(recordCount === 1);
  return (
    <li data-row={place}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles['line']}>
          <span className={`${styles['index']} quiet`}>{record.index}</span>
          <span className={styles['status']}>
            <Status {...standingOf(record)} />
          </span>
          <span className={`${styles['what']} cut`}>
            <bdi>{nameOf(record)}</bdi>
          </span>
          {!isOpen && record.errors?.[0] && (
            <span className={`${styles['why']} cut`}>
              <bdi>{record.errors[0].message}</bdi>
            </span>
          )}
          {record.ambiguous && <Status tone="partial" words="Outcome in doubt" />}
          <code className={`${styles['id']} quiet`}>{record.recordId}</code>
        </summary>
        {isOpen && <RecordDetail {...{ record, operation, notes }} />}
      </details>
    </li>
  );
}

function RecordDetail({ record, operation, notes }: Omit<Given, 'place'>) {
  const { recordId, key, requestId, idempotencyKey, ambiguous, status } = record;
  const { provider, account, resource, metadata } = operation;
  const isGathered = metadata.autoBatch !== undefined;
  return (
    <div className={`${styles['detail']} stack`}>
      <KeyValues
        facts={{
          'Record in the CRM': recordId && <Id id={recordId} label="record id" />,
          Key: key && (
            <>
              <code>{key.field}</code> <bdi>{String(key.value)}</bdi>
            </>
          ),
          'All writes to it': recordId && (
            <To place={['records', recordId, { provider, account, resource }]}>
              What else was written to it
            </To>
          ),
          Request: isGathered ? <Id id={requestId} label="request id" /> : undefined,
          'Idempotency key':
            isGathered && idempotencyKey !== undefined ? (
              <Id id={idempotencyKey} label="idempotency key" />
            ) : undefined,
        }}
      />
      {ambiguous && <p>{doubt(status)}</p>}
      <RecordNow {...{ operation, record, notes }} />
    </div>
  );
}

const doubt = (status: OperationRecord['status']): string =>
  status === 'pending'
    ? 'It may be at the provider already, and is looked for there before it is sent again.'
    : 'It may have been created more than once, or created or changed although it failed: look for it in the CRM.';

/** The first texts of a record, by which a person may know it. */
const nameOf = ({ sent = {} }: OperationRecord): string =>
  Object.values(sent)
    .filter((value) => typeof value === 'string' && value !== '')
    .slice(0, 3)
    .join(', ');
