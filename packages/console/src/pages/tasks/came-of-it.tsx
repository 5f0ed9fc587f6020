import type { Task } from '@writ/sdk';
import { Link } from 'wouter';
import { useProject } from '../../data/project.ts';
import { useCameOfTask } from '../../data/writes/tasks.ts';
import { countWords } from '../../parts/facts/numbers.ts';
import { Section } from '../../parts/page/page.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import styles from './tasks.module.css';

/** What came of a task: where it is listed, and how the operations of a retry stand. */
export function CameOfIt({ task }: { task: Task }) {
  const { to } = useProject();
  const { id, action, done } = task;
  if (done === 0)
    return (
      <Section title="What came of it">
        <p className={styles['quiet']}>Nothing yet.</p>
      </Section>
    );
  const list = `${to(action === 'redeliver' ? 'deliveries' : 'operations')}?taskId=${id}`;
  return (
    <Section title="What came of it">
      {action === 'retry' && <Standing task={task} list={list} />}
      <p>
        <Link href={list}>{linkWords[action]}</Link>
        {action === 'redeliver' && (
          <>
            : <Link href={`${list}&status=failed`}>those that failed</Link>,{' '}
            <Link href={`${list}&status=pending`}>those under way</Link>
          </>
        )}
      </p>
    </Section>
  );
}

const linkWords: Readonly<Record<Task['action'], string>> = {
  retry: 'The new operations',
  cancel: 'The operations that it cancelled',
  redeliver: 'The deliveries that it redelivered',
};

const statusWords = { in_progress: 'In progress', success: 'Success', failure: 'Failure' } as const;

function Standing({ task, list }: { task: Task; list: string }) {
  const { data, error } = useCameOfTask(useProject(), task);
  if (error) return <Problem fault={error} />;
  return (
    <div className={styles['came']}>
      {(Object.keys(statusWords) as (keyof typeof statusWords)[]).map((status) => {
        const counted = data?.find((each) => each.status === status);
        return (
          <Link key={status} href={`${list}&status=${status}`} className={styles['result']}>
            <strong>{counted ? countWords(counted.count, counted.areMore) : '…'}</strong>
            <span>{statusWords[status]}</span>
          </Link>
        );
      })}
    </div>
  );
}
