import type { Operation } from '@writ/sdk';
import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { useLog, useRecords } from '../../data/writes/operation.ts';
import { useOperations } from '../../data/writes/operations.ts';
import { useProject } from '../../data/project.ts';
import { Id, To } from '../../parts/facts/id.tsx';
import { KeyValues, Status } from '../../parts/facts/facts.tsx';
import { brandOf } from '../../parts/facts/words.ts';
import { onlySet } from '../../parts/filters/filters.tsx';
import { textParam } from '../../parts/filters/params.ts';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { Page, Section } from '../../parts/page/page.tsx';
import { ListEnd, Newer } from '../../parts/rows/list-end.tsx';
import { Loading, NothingYet, Problem, ReadProblem } from '../../parts/states/states.tsx';
import { WayBack } from '../../parts/states/way-back.tsx';
import { Moment, Timeline } from '../../parts/timeline/timeline.tsx';
import { notesOf } from '../operation/timeline/notes.ts';
import { RecordFields } from '../operation/records/record-fields.tsx';
import { operationStanding } from '../operations/operation-standing.ts';

const params = { provider: textParam, account: textParam, resource: textParam };

/** Every write to one record, newest first. */
export function RecordPage() {
  const project = useProject();
  const { record: recordId = '' } = useParams();
  const [{ provider, account, resource }] = useParamsOf(params);
  const list = useOperations(project, onlySet({ recordId, provider, account, resource }));
  const { rows: operations, setSeen } = list;
  const ids = operations?.map(({ id }) => id).join(' ') ?? '';
  // All of them follow their changes.
  useEffect(() => setSeen(ids.split(' ')), [ids, setSeen]);
  return (
    <Page title={`Record ${recordId}`} actions={<Newer {...list} />}>
      <KeyValues
        facts={{
          Record: <Id id={recordId} label="record id" />,
          Provider: provider && brandOf(provider),
          Account: account,
          Object: resource,
        }}
      />
      {list.error && <ReadProblem fault={list.error} onRetry={list.retry} />}
      {!operations && !list.error && <Loading what="the writes to it" />}
      {operations && operations.length > 0 && (
        <Section title="Writes to it, newest first">
          <Timeline label="Writes to it, newest first">
            {operations.map((operation) => (
              <Write key={operation.id} operation={operation} recordId={recordId} />
            ))}
          </Timeline>
        </Section>
      )}
      {operations?.length === 0 && !list.hasMore && <NoWrite />}
      <ListEnd list={list} isEmpty={!operations || operations.length === 0} byItself={false} />
    </Page>
  );
}

/** Opening it reads what it sent. */
function Write({ operation, recordId }: { operation: Operation; recordId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { id, resource, metadata, createTime, result } = operation;
  return (
    <Moment
      title={<To place={['operations', id]}>{`${metadata.type} ${resource}`}</To>}
      tone={operationStanding(operation).tone}
      at={createTime}
    >
      <p>
        <Status {...operationStanding(operation)} /> {result}
      </p>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>What it sent</summary>
        {isOpen && <Sent {...{ operation, recordId }} />}
      </details>
    </Moment>
  );
}

function Sent({ operation, recordId }: { operation: Operation; recordId: string }) {
  const project = useProject();
  const records = useRecords(project, operation, recordId);
  const log = useLog(project, operation);
  const error = records.error ?? log.error;
  if (error) return <Problem fault={error} />;
  if (!records.data || !log.data) return <Loading what="what it sent" />;
  const notes = notesOf(log.data);
  if (records.data.length === 0) return <p>What it sent is kept no longer.</p>;
  return records.data.map((record) => <RecordFields key={record.index} {...{ record, notes }} />);
}

function NoWrite() {
  return (
    <NothingYet title="No write to this record is kept">
      <p>
        What has just been written is found within 10 s of its end. What was written to it in the CRM, by
        others, is not shown here.
      </p>
      <WayBack />
    </NothingYet>
  );
}
