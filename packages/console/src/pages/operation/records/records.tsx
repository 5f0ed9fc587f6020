import type { Operation, OperationRecord } from '@writ/sdk';
import { useRef } from 'react';
import { useLog, useRecords } from '../../../data/writes/operation.ts';
import { useProject } from '../../../data/project.ts';
import { Button } from '../../../parts/actions/button.tsx';
import { flagParam } from '../../../parts/filters/params.ts';
import { useParamsOf } from '../../../parts/filters/use-params.ts';
import { ChipOfFlag } from '../../../parts/filters/chip.tsx';
import { Section } from '../../../parts/page/page.tsx';
import { useRowKeys } from '../../../parts/rows/use-row-keys.ts';
import { NoMatch, Read } from '../../../parts/states/states.tsx';
import { notesOf } from '../timeline/notes.ts';
import { RecordRow } from './record-row.tsx';
import styles from './records.module.css';

const params = { failed: flagParam };

export function Records({ operation }: { operation: Operation }) {
  const project = useProject();
  const records = useRecords(project, operation);
  const log = useLog(project, operation);
  const [{ failed }, change] = useParamsOf(params);
  const shown = records.data?.filter(({ status }) => !failed || status === 'failed') ?? [];
  const list = useRef<HTMLUListElement>(null);
  useRowKeys({
    list,
    count: shown.length,
    scrollTo: (index) => list.current?.children[index]?.scrollIntoView({ block: 'nearest' }),
  });
  const notes = notesOf(log.data ?? []);
  return (
    <Section
      title="Records"
      beside={
        <>
          {operation.metadata.recordCount > 1 && (
            <ChipOfFlag label="Failed only" value={failed} onChange={(next) => change({ failed: next })} />
          )}
          {records.data && records.data.length > 0 && (
            <Button onClick={() => save(operation.id, records.data)}>Export</Button>
          )}
        </>
      }
    >
      <Read of={records} what="the records" isPart>
        {({ length }) => length === 0 && <p>Its records are kept no longer.</p>}
      </Read>
      <ul ref={list} className={styles['records']}>
        {shown.map((record, index) => (
          <RecordRow key={record.index} place={index} {...{ record, operation, notes }} />
        ))}
      </ul>
      {records.data && records.data.length > 0 && shown.length === 0 && (
        <NoMatch what="records" onClear={() => change({ failed: undefined })} />
      )}
    </Section>
  );
}

function save(id: string, records: readonly OperationRecord[]): void {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  const url = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `operation-${id}.ndjson`;
  link.click();
  URL.revokeObjectURL(url);
}
