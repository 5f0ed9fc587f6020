import type { Task } from '@writ/sdk';
import { useParams } from 'wouter';
import { useProject, type Place } from '../../data/project.ts';
import { useArchive, useCameOfTask, useStopTask, useTask } from '../../data/writes/tasks.ts';
import { ActionButton } from '../../parts/actions/button.tsx';
import { Actor } from '../../parts/facts/actor.tsx';
import { KeyValues, Progress, Status } from '../../parts/facts/facts.tsx';
import { Id, To } from '../../parts/facts/id.tsx';
import { countWords, shortened } from '../../parts/facts/words.ts';
import { Meant } from '../../parts/many/meant.tsx';
import { LeftOutList } from '../../parts/many/preview.tsx';
import { manyWords, titleOf } from '../../parts/many/words.ts';
import { Buttons, Page, Section } from '../../parts/page/page.tsx';
import { Problem, Read } from '../../parts/states/states.tsx';
import { ExactTime, Time } from '../../parts/time/time.tsx';
import styles from './tasks.module.css';
import { taskStandings } from './tasks-page.tsx';

export function TaskPage() {
  const { id = '' } = useParams();
  const reading = useTask(useProject(), id);
  const { data: task } = reading;
  const title = task && titleOf(task.action);
  return (
    <Page
      title={title ?? 'Task'}
      windowTitle={title && `${title} ${shortened(id)}`}
      beside={
        task && (
          <>
            <Status {...taskStandings[task.state]} />
            <Id id={id} label="task id" />
          </>
        )
      }
      actions={task && <Stop task={task} />}
    >
      <Read of={reading} what="the task">
        {(found) => (
          <>
            <HowFar task={found} />
            <CameOfIt task={found} />
            {found.leftOut.length > 0 && (
              <Section title={found.state === 'running' ? 'Left out so far' : 'Left out'}>
                <LeftOutList leftOut={found.leftOut} />
              </Section>
            )}
            <Asked task={found} />
          </>
        )}
      </Read>
    </Page>
  );
}

type Given = { task: Task };

function Stop({ task }: Given) {
  const stop = useStopTask(useProject(), task.id);
  return (
    <>
      {stop.error && <Problem fault={stop.error} />}
      <ActionButton
        needs={task.action === 'redeliver' ? 'notifications:manage' : 'operations:manage'}
        look="danger"
        disabledBecause={task.state === 'running' ? undefined : 'It has ended.'}
        isBusy={stop.isPending}
        onClick={() => stop.mutate()}
      >
        Stop
      </ActionButton>
    </>
  );
}

function HowFar({ task: { action, state, done, more, updateTime, endTime, ...task } }: Given) {
  // An export counts operations, and then its lines.
  const count = action === 'export' ? undefined : task.count;
  return (
    <div className="stack reading">
      <p className={styles['far']}>
        {countWords(done)}{' '}
        <small>
          {count === undefined ? '' : `of ${countWords(count, more)} `}
          {doneWords(action)}
        </small>
      </p>
      {count !== undefined && <Progress label="How far it has come" done={done} of={count} />}
      <p className="quiet">
        {state === 'running' && 'It goes on step by step, whether or not this page is open. Last step '}
        {state === 'stopped' && 'It was stopped; what was done stays done. Stopped '}
        {state === 'done' && 'Nothing is left of what matched when it was asked for. Ended '}
        <Time at={endTime ?? updateTime} />
      </p>
    </div>
  );
}

const doneWords = (action: Task['action']): string => {
  if (action === 'erase' || action === 'eraseProject') return 'operations removed';
  return action === 'export' ? 'lines written' : manyWords[action].done;
};

const linkWords: Readonly<Record<Exclude<Task['action'], 'erase' | 'export' | 'eraseProject'>, string>> = {
  retry: 'The new operations',
  cancel: 'The operations that it cancelled',
  redeliver: 'The deliveries that it redelivered',
};

/** Links to what a task did; for a retry, its operations by status. */
function CameOfIt({ task }: Given) {
  const { id, action, done } = task;
  const list = (status?: string): Place => [
    action === 'redeliver' ? 'deliveries' : 'operations',
    { taskId: id, ...(status !== undefined && { status }) },
  ];
  return (
    <Section title="What came of it">
      {action === 'erase' || action === 'eraseProject' ? (
        <p className="quiet">An erasure leaves nothing to list.</p>
      ) : action === 'export' ? (
        <Archive task={task} />
      ) : done === 0 ? (
        <p className="quiet">Nothing yet.</p>
      ) : (
        <>
          {action === 'retry' && <Counts task={task} list={list} />}
          <p>
            <To place={list()}>{linkWords[action]}</To>
            {action === 'redeliver' && (
              <>
                : <To place={list('failed')}>those that failed</To>,{' '}
                <To place={list('pending')}>those under way</To>
              </>
            )}
          </p>
        </>
      )}
    </Section>
  );
}

/** From the end of its task. */
const archiveKeptMs = 86_400_000;

function Archive({ task: { id, state, endTime } }: Given) {
  const download = useArchive(useProject(), id);
  const keptUntil = endTime && new Date(Date.parse(endTime) + archiveKeptMs).toISOString();
  return (
    <div className="stack">
      <p>
        An archive of lines of JSON, each with the kind of its value
        {keptUntil !== undefined && (
          <>
            , kept until <ExactTime at={keptUntil} />
          </>
        )}
        .
      </p>
      <Buttons>
        <ActionButton
          needs="full"
          look="main"
          disabledBecause={state === 'done' ? undefined : 'The export has to end first.'}
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          Download the archive
        </ActionButton>
      </Buttons>
      {download.error && <Problem fault={download.error} />}
    </div>
  );
}

const statuses = [
  ['in_progress', 'In progress'],
  ['success', 'Success'],
  ['failure', 'Failure'],
] as const;

function Counts({ task, list }: Given & { list: (status: string) => Place }) {
  const { data, error } = useCameOfTask(useProject(), task);
  if (error) return <Problem fault={error} />;
  return (
    <div className={styles['came']}>
      {statuses.map(([status, words]) => (
        <To key={status} place={list(status)} className={`${styles['result']} card`}>
          <strong>{data ? countWords(data[status], data.areMore) : '…'}</strong>
          <span>{words}</span>
        </To>
      ))}
    </div>
  );
}

/** After its end. */
const keptMs = 7 * 86_400_000;

function Asked({ task: { filter, by, requestId, createTime, endTime } }: Given) {
  const { ids } = filter;
  const keptUntil = endTime && new Date(Date.parse(endTime) + keptMs).toISOString();
  return (
    <Section title="What was asked for">
      <Meant filter={filter} />
      {Array.isArray(ids) && (
        <ul className="wrap">
          {ids.map(String).map((id) => (
            <li key={id}>
              <To place={['operations', id]} title={id}>
                <code>{shortened(id)}</code>
              </To>
            </li>
          ))}
        </ul>
      )}
      <KeyValues
        facts={{
          'Asked for': <ExactTime at={createTime} />,
          By: by && (
            <>
              <Actor by={by} />
              {by.groupRef !== undefined && ` for ${by.groupRef}`}
            </>
          ),
          Request: <Id id={requestId} label="request id" />,
          Ended: endTime && <ExactTime at={endTime} />,
          'Kept until': keptUntil && <ExactTime at={keptUntil} />,
        }}
      />
    </Section>
  );
}
