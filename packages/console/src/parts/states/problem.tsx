import { WritProblem } from '@writ/sdk';
import { Button } from '../actions/button.tsx';
import { Id } from '../facts/id.tsx';
import styles from './states.module.css';

/** What went wrong, what to do, what to name to those who help; and another try, where one may help. */
export function Problem({ fault, onRetry }: { fault: Error; onRetry?: (() => void) | undefined }) {
  const { title, detail, remedy, requestId } = wordsOf(fault);
  return (
    <div role="alert" className={styles['problem']}>
      <p className={styles['title']}>{title}</p>
      <p>{detail}</p>
      {remedy !== undefined && <p>{remedy}</p>}
      <p className={styles['foot']}>
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        {requestId !== undefined && (
          <span className={styles['request']}>
            Request <Id id={requestId} label="request id" />
          </span>
        )}
      </p>
    </div>
  );
}

type Words = { title: string; detail: string; remedy?: string | undefined; requestId?: string };

function wordsOf(fault: Error): Words {
  if (fault instanceof WritProblem) {
    const { title, detail } = fault.problem;
    const issues = fault.issues.map((issue) => issue.detail).join(' ');
    return { title, detail: issues || detail, remedy: fault.remedy, requestId: fault.requestId };
  }
  return { title: 'The service did not answer', detail: fault.message };
}
