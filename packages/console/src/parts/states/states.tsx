import type { UseQueryResult } from '@tanstack/react-query';
import { WritProblem, type Issue } from '@writ/sdk';
import type { ReactNode } from 'react';
import { isMissing } from '../../data/client.ts';
import { Button } from '../actions/button.tsx';
import { Id } from '../facts/id.tsx';
import { marked } from '../facts/facts.tsx';
import { spanWords } from '../time/words.ts';
import styles from './states.module.css';
import { WayBack } from './way-back.tsx';

export function NothingYet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function NoMatch({ what, onClear }: { what: string; onClear: () => void }) {
  return (
    <NothingYet title={`No ${what} match`}>
      <p>Nothing that is kept fits these filters.</p>
      <Button onClick={onClear}>Clear the filters</Button>
    </NothingYet>
  );
}

export function Loading({ what }: { what: string }) {
  return (
    <p role="status" className={`${styles['loading']} quiet`}>
      Reading {what} …
    </p>
  );
}

type ReadGiven<Data> = {
  of: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** For `Reading … `. */
  what: string;
  /** The page is about something else: if this is missing, there is no way back. */
  isPart?: boolean;
  children: (data: Data) => ReactNode;
};

/** What a query has read, with its error; or that it reads. */
export function Read<Data>({ of: { data, error, refetch }, what, isPart, children }: ReadGiven<Data>) {
  const Fault = isPart ? Problem : ReadProblem;
  return (
    <>
      {error && <Fault fault={error} onRetry={() => void refetch()} />}
      {data === undefined ? !error && <Loading what={what} /> : children(data)}
    </>
  );
}

type NoticeGiven = { tone: 'bad' | 'warn'; title: string; children: ReactNode };

/** `bad` is a failure that goes on, `warn` somebody's choice or a warning. */
export function Notice({ tone, title, children }: NoticeGiven) {
  return (
    <section aria-label={title} className={styles['notice']} data-tone={tone === 'bad' ? 'bad' : 'waiting'}>
      <span aria-hidden className={`${styles['sign']} toned`}>
        {tone === 'bad' ? '✕' : '‖'}
      </span>
      <div className="tight">
        {/* The text below counts down, and is not read out. */}
        <p role="status" className={`${styles['title']} toned`}>
          {title}
        </p>
        {children}
      </div>
    </section>
  );
}

/** If nothing is there, with a way back instead of a retry. */
export function ReadProblem({ fault, onRetry }: { fault: Error; onRetry: () => void }) {
  if (!isMissing(fault)) return <Problem {...{ fault, onRetry }} />;
  // The service's remedy is for callers of the API.
  const words = { title: fault.problem.title, detail: fault.detail };
  return <Problem {...{ fault, words }} foot={<WayBack />} />;
}

type ProblemGiven = {
  fault: Error;
  onRetry?: (() => void) | undefined;
  foot?: ReactNode;
  words?: { title: string; detail: string } | undefined;
};

/** What is wrong, what to do, the request's id, and a retry if one may help. */
export function Problem({ fault, onRetry, foot, words }: ProblemGiven) {
  const { title, detail, issues = [], remedy, requestId } = wordsOf(fault, words);
  return (
    <div role="alert" className={`${styles['problem']} tight`} data-tone={foot ? 'off' : 'bad'}>
      <p className={`${styles['title']} toned`}>{title}</p>
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
      <p className={`${styles['foot']} wrap`}>
        {foot}
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        {requestId !== undefined && (
          <span className="quiet">
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

function wordsOf(fault: Error, words: ProblemGiven['words']): Words {
  if (!(fault instanceof WritProblem)) return { title: 'The service did not answer', detail: fault.message };
  const { problem, detail, issues, requestId, retryAfterMs } = fault;
  if (words) return { ...words, requestId };
  const remedy =
    retryAfterMs === undefined
      ? fault.remedy
      : `The service asks to wait ${spanWords(retryAfterMs)} before the next try.`;
  return { title: problem.title, detail, issues, remedy, requestId };
}
