import type { Operation, OperationRecord } from '@writ/sdk';
import { useRecordNow } from '../../../data/writes/operation.ts';
import { useProject } from '../../../data/project.ts';
import { ActionButton } from '../../../parts/actions/button.tsx';
import { Problem } from '../../../parts/states/states.tsx';
import { Time } from '../../../parts/time/time.tsx';
import type { Note } from '../timeline/notes.ts';
import { RecordFields } from './record-fields.tsx';

type Given = { operation: Operation; record: OperationRecord; notes: readonly Note[] };

/** A record as it is sent, beside the CRM's values. A click reads those: it costs a call of the quota. */
export function RecordNow({ operation, record, notes }: Given) {
  const { data: now, error, isFetching, refetch } = useRecordNow(useProject(), operation, record);
  return (
    <>
      <div className="wrap">
        <ActionButton
          needs="operations:read"
          disabledBecause={whyNot(record)}
          isBusy={isFetching}
          onClick={() => void refetch()}
        >
          What the CRM holds now
        </ActionButton>
        {now && (
          <span>
            <span role="status">
              {now.exists
                ? 'The CRM has the record'
                : 'The CRM has no such record, or does not show it to the connection'}
            </span>
            , read <Time at={now.readTime} />
          </span>
        )}
        {now?.recordURL !== undefined && (
          <a href={now.recordURL} target="_blank" rel="noreferrer">
            Open it in the CRM
          </a>
        )}
      </div>
      {error && <Problem fault={error} />}
      <RecordFields {...{ record, notes }} now={now?.exists ? now.fields : undefined} />
    </>
  );
}

/** The service has the last word. */
function whyNot({ recordId, status, sent, key }: OperationRecord): string | undefined {
  if (sent === undefined) return 'What was sent is kept no longer, so there is nothing to compare.';
  if (recordId !== undefined) return undefined;
  if (status === 'pending') return `The record has not been ${key ? 'found or ' : ''}created yet.`;
  return status === 'written'
    ? 'The record was written, but the CRM did not show its id. Look for it there.'
    : 'No id of the record in the CRM is known.';
}
