import { useParams } from 'wouter';
import { useProject } from '../../data/project.ts';
import { useOperation } from '../../data/writes/operation.ts';
import { Status } from '../../parts/facts/facts.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { Read } from '../../parts/states/states.tsx';
import { operationStanding } from '../operations/operation-standing.ts';
import { OperationActions } from './operation-actions.tsx';
import { OperationSummary } from './operation-summary.tsx';
import { Records } from './records/records.tsx';
import { OperationTimeline } from './timeline/operation-timeline.tsx';

const types = { create: 'Create', update: 'Update', upsert: 'Upsert', delete: 'Delete' } as const;

export function OperationPage() {
  const { operation: id = '' } = useParams();
  const reading = useOperation(useProject(), id);
  const operation = reading.data;
  const title =
    operation && `${types[operation.metadata.type]} ${operation.resource} for ${operation.groupRef}`;
  return (
    <Page
      title={title ?? 'Operation'}
      windowTitle={operation && `${operationStanding(operation).words}: ${title ?? ''}`}
      beside={operation && <Status {...operationStanding(operation)} />}
      actions={operation && <OperationActions operation={operation} />}
    >
      <Read of={reading} what="the operation">
        {(found) => (
          <>
            <OperationSummary operation={found} />
            <Section title="What happened">
              <OperationTimeline operation={found} />
            </Section>
            <Records operation={found} />
          </>
        )}
      </Read>
    </Page>
  );
}
