import { WritProblem, type Issue } from '@writ/sdk';
import { Button } from '../actions/button.tsx';
import { Id } from '../facts/id.tsx';
import { spanWords } from '../time/words.ts';
import { marked } from '../actions/marked.tsx';
import styles from './states.module.css';

type Given = {
  fault: Error;
  onRetry?: (() => void) | undefined;
  /** In the place of what the service says, where that is for programs. */
  words?: { title: string; detail: string } | undefined;
};

/** What went wrong, what to do, what to name to those who help; and another try, where one may help. */
export function Problem({ fault, onRetry, words }: Given) {
  const { title, detail, issues = [], remedy, requestId } = wordsOf(fault, words);
  return (
    <div role="alert" className={styles['problem']}>
      <p className={styles['title']}>{title}</p>
      {issues.length < 2 && <p>{marked(detail)}</p>}
      {issues.length > 1 && (
        <ul>
          {issues.map((issue, index) => (
            <li key={index}>
              <code>{issue.name}</code> {marked(issue.detail)}
            </li>
          ))}
        </ul>
      )}
      {remedy !== undefined && <p>{marked(remedy)}</p>}
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

type Words = {
  title: string;
  detail: string;
  issues?: readonly Issue[];
  remedy?: string | undefined;
  requestId?: string;
};

function wordsOf(fault: Error, words: Given['words']): Words {
  if (!(fault instanceof WritProblem)) return { title: 'The service did not answer', detail: fault.message };
  const { problem, detail, issues, requestId, retryAfterMs } = fault;
  if (words) return { ...words, requestId };
  // What it remedies is a program's request.
  const remedy =
    retryAfterMs === undefined
      ? fault.remedy
      : `The service asks to wait ${spanWords(retryAfterMs)} before the next try.`;
  return { title: problem.title, detail, issues, remedy, requestId };
}
