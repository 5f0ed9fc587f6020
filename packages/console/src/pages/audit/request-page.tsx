import type { AuditEntry } from '@writ/sdk';
import { Link, useParams } from 'wouter';
import { useAudit } from '../../data/operators/audit.ts';
import { allProjects, projectOf, useProject } from '../../data/project.ts';
import { KeyValues, Table } from '../../parts/facts/facts.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { ProjectName } from '../../parts/facts/project-name.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { ListEnd } from '../../parts/rows/list-end.tsx';
import { Loading, NothingYet, ReadProblem } from '../../parts/states/states.tsx';
import { WayBack } from '../../parts/states/way-back.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import styles from './audit.module.css';
import { actorWords, valueWords } from './audit-words.ts';

export function AuditOfRequestPage() {
  const { request = '' } = useParams();
  const list = useAudit(useProject(), { requestId: request });
  const { rows, error } = list;
  return (
    <Page title="Changes of a request">
      {error && <ReadProblem fault={error} onRetry={list.retry} />}
      {!rows && !error && <Loading what="the changes" />}
      {rows?.length === 0 && (
        <NothingYet title="No audit entry has this request id">
          <p>The request may have changed nothing, or its entries are no longer kept.</p>
          <WayBack />
        </NothingYet>
      )}
      {rows?.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      <ListEnd list={list} isEmpty={false} byItself={false} />
    </Page>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { action, actor, resource, requestId, time, projectId, changes } = entry;
  const { name } = useProject();
  return (
    <Section title={`${action} of ${resource.kind}`}>
      <KeyValues
        facts={{
          Done: <ExactTime at={time} />,
          Who: actorWords(actor),
          'Id of who': <Id id={actor.id} label="id of the actor" />,
          [`Id of the ${resource.kind}`]: <Id id={resource.id} label="id of the resource" />,
          Request: <Id id={requestId} label="request id" />,
          Project:
            name === allProjects && projectId !== undefined ? (
              <Link href={projectOf(projectId).to('audit')}>
                <ProjectName id={projectId} />
              </Link>
            ) : undefined,
        }}
      />
      {Object.keys(changes).length === 0 ? (
        <p>No value changed.</p>
      ) : (
        <Table
          className={styles['changes']}
          heads={['Value', 'Before', 'After']}
          rows={Object.entries(changes).map(([at, change]) => [
            at,
            <pre key="before">{valueWords(change, 'before')}</pre>,
            <pre key="after">{valueWords(change, 'after')}</pre>,
          ])}
        />
      )}
    </Section>
  );
}
