import { useParams } from 'wouter';
import { useOperation } from '../../data/writes/operation.ts';
import { useProject } from '../../data/project.ts';
import { Page, Section } from '../../parts/page/page.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { OperationStatus, standing } from '../operations/operation-status.tsx';
import { OperationActions } from './operation-actions.tsx';
import { OperationSummary } from './operation-summary.tsx';
import { OperationTimeline } from './timeline/operation-timeline.tsx';
import { Records } from './records/records.tsx';

const types = { create: 'Create', update: 'Update', delete: 'Delete' } as const;

/** One write: what was asked, how it stands, all that happened to it, and its records. */
export function OperationPage() {
  const project = useProject();
  const { operation: id = '' } = useParams();
  const { data: operation, error, refetch } = useOperation(project, id);
  const problem = error && <Problem fault={error} onRetry={() => void refetch()} />;
  if (!operation) return <Page title="Operation">{problem ?? <Loading what="the operation" />}</Page>;
  const { metadata, resource, groupRef } = operation;
  const title = `${types[metadata.type]} ${resource} for ${groupRef}`;
  return (
    <Page
      title={title}
      windowTitle={`${standing(operation).words}: ${title}`}
      beside={<OperationStatus operation={operation} />}
      actions={<OperationActions operation={operation} />}
    >
      {problem}
      <OperationSummary operation={operation} />
      <Section title="What happened">
        <OperationTimeline operation={operation} />
      </Section>
      <Records operation={operation} />
    </Page>
  );
}
