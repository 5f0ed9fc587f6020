import type { Task } from '@writ/sdk';
import { Link, useParams } from 'wouter';
import { useProject, type Project } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { useStopTask, useTask } from '../../data/writes/tasks.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Actor } from '../../parts/facts/actor.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { KeyValues } from '../../parts/facts/key-values.tsx';
import { countWords } from '../../parts/facts/numbers.ts';
import { Progress } from '../../parts/facts/progress.tsx';
import { shortened } from '../../parts/facts/shortened.ts';
import { LeftOutList } from '../../parts/many/left-out.tsx';
import { Meant } from '../../parts/many/meant.tsx';
import { manyWords } from '../../parts/many/words.ts';
import { Page, Section } from '../../parts/page/page.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { ExactTime, Time } from '../../parts/time/time.tsx';
import { CameOfIt } from './came-of-it.tsx';
import { TaskStatus } from './task-status.tsx';
import styles from './tasks.module.css';

/** What was asked for many at once: how far it has come, what came of it, what was left out and why. */
export function TaskPage() {
  const { id = '' } = useParams();
  const project = useProject();
  const { data: task, error, refetch } = useTask(project, id);
  if (!task)
    return (
      <Page title="Task">
        {error ? <Problem fault={error} onRetry={() => void refetch()} /> : <Loading what="the task" />}
      </Page>
    );
  return (
    <Page
      title={manyWords[task.action].title}
      windowTitle={`${manyWords[task.action].title} ${shortened(id)}`}
      beside={
        <>
          <TaskStatus task={task} />
          <Id id={id} label="task id" />
        </>
      }
      actions={<Stop task={task} project={project} />}
    >
      {error && <Problem fault={error} onRetry={() => void refetch()} />}
      <HowFar task={task} />
      <CameOfIt task={task} />
      {task.leftOut.length > 0 && (
        <Section title={task.state === 'running' ? 'Left out so far' : 'Left out'}>
          <LeftOutList leftOut={task.leftOut} />
        </Section>
      )}
      <Asked task={task} project={project} />
    </Page>
  );
}

function Stop({ task, project }: { task: Task; project: Project }) {
  const forbidden = useForbidden(task.action === 'redeliver' ? 'notifications:manage' : 'operations:manage');
  const stop = useStopTask(project, task.id);
  const hasEnded = task.state === 'running' ? undefined : 'It has ended.';
  return (
    <>
      {stop.error && <Problem fault={stop.error} />}
      <Button
        look="danger"
        disabledBecause={forbidden ?? hasEnded}
        isBusy={stop.isPending}
        onClick={() => stop.mutate()}
      >
        Stop
      </Button>
    </>
  );
}

function HowFar({ task }: { task: Task }) {
  const { action, state, done, count, more, updateTime } = task;
  return (
    <div className={styles['progress']}>
      <p className={styles['far']}>
        {countWords(done)}{' '}
        <small>
          {count === undefined ? '' : `of ${countWords(count, more)} `}
          {manyWords[action].done}
        </small>
      </p>
      {count !== undefined && <Progress label="How far it has come" done={done} of={count} />}
      <p className={styles['quiet']}>
        {state === 'running' && 'It goes on step by step, whether or not this page is open. Last step '}
        {state === 'stopped' && 'It was stopped; what was done stays done. Stopped '}
        {state === 'done' && 'Nothing is left of what matched when it was asked for. Ended '}
        <Time at={task.endTime ?? updateTime} />
      </p>
    </div>
  );
}

function Asked({ task, project }: { task: Task; project: Project }) {
  const { filter, by, requestId, createTime, endTime } = task;
  const { ids } = filter;
  const keptUntil = endTime && new Date(Date.parse(endTime) + keptMs).toISOString();
  return (
    <Section title="What was asked for">
      <Meant filter={filter} />
      {Array.isArray(ids) && <Chosen ids={ids.map(String)} project={project} />}
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

/** A task is kept for 7 days after its end. */
const keptMs = 7 * 86_400_000;

function Chosen({ ids, project }: { ids: readonly string[]; project: Project }) {
  return (
    <ul className={styles['ids']}>
      {ids.map((id) => (
        <li key={id}>
          <Link href={project.to('operations', id)} title={id}>
            <code>{shortened(id)}</code>
          </Link>
        </li>
      ))}
    </ul>
  );
}
