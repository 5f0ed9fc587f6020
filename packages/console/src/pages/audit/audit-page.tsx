import type { AuditEntry } from '@writ/sdk';
import { useAudit } from '../../data/operators/audit.ts';
import { allProjects, useProject } from '../../data/project.ts';
import { shortened } from '../../parts/facts/words.ts';
import { linked, text, times } from '../../parts/filters/filters.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import type { Column } from '../../parts/rows/row-line.tsx';
import { NothingYet } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { actorWords, changesWords } from './audit-words.ts';

const filters = {
  actor: text('Who'),
  action: text('Action'),
  resource: text('Kind'),
  resourceId: text('Id'),
  ...times,
  requestId: linked('Request'),
};

const columns: readonly Column<AuditEntry>[] = [
  { head: 'Action', width: [9, '3fr'], cell: ({ action }) => action },
  { head: 'Changed', width: [8, '3fr'], isWideOnly: true, cell: (entry) => changesWords(entry) },
  { head: 'Kind', width: [6, '2fr'], cell: ({ resource }) => resource.kind },
  {
    head: 'Id',
    width: [8, '2fr'],
    isWideOnly: true,
    cell: ({ resource: { id } }) => <code title={id}>{shortened(id)}</code>,
  },
  { head: 'Who', width: [8, '2fr'], isWideOnly: true, cell: ({ actor }) => actorWords(actor) },
  { head: 'Done', width: 5, atEnd: true, cell: ({ time }) => <Time at={time} /> },
];

export function AuditPage() {
  const { name, to } = useProject();
  return (
    <ListPage
      what="audit entries"
      title={name === allProjects ? 'Audit of all projects' : 'Audit'}
      page={({ requestId }) => to('audit', requestId)}
      filters={filters}
      useRows={useAudit}
      columns={columns}
      beneath={(entry) => `${actorWords(entry.actor)} · ${changesWords(entry)}`}
      none={
        <NothingYet title="No audit entries yet">
          <p>Each change of settings, keys, connections and lanes leaves an entry: who, when and what.</p>
        </NothingYet>
      }
    />
  );
}
