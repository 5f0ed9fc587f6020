import { useDeferredValue, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Project } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Modal } from '../../parts/actions/dialog.tsx';
import { Problem } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { useFound, type Found } from './found.ts';
import styles from './search.module.css';

const shortest = 3;

export function Search({ project, onClose }: { project: Project; onClose: () => void }) {
  const [text, setText] = useState('');
  // Enter was pressed for this text: opens its first result.
  const [wanted, setWanted] = useState<string>();
  const asked = useDeferredValue(text.trim());
  const { data, error, isFetching, refetch } = useFound(project, asked, asked.length >= shortest);
  const noWrites = useForbidden('operations:read');
  const hits = (data?.found ?? []).map((found) => ({
    found,
    whyNot: found.shows === undefined ? undefined : noWrites,
  }));
  const first = hits.find(({ whyNot }) => whyNot === undefined)?.found.href;
  useOpening(wanted === asked ? first : undefined, onClose);
  return (
    <Modal className={styles['search']} aria-label="Find" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setWanted(text.trim());
          // New operations are found some seconds later.
          if (error || data?.found.length === 0) void refetch();
        }}
      >
        <input
          className={styles['box']}
          role="searchbox"
          aria-label="Id of anything"
          placeholder="Email address, or id of an operation, record, customer …"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setWanted(undefined);
          }}
        />
      </form>
      {error && <Problem fault={error} onRetry={() => void refetch()} />}
      <ul className={styles['hits']}>
        {hits.map(({ found, whyNot }) => (
          <li key={found.key}>
            <Hit found={found} whyNot={whyNot} onClose={onClose} />
          </li>
        ))}
      </ul>
      <p role="status" className={`${styles['said']} small`}>
        {!error && saidOf(asked, isFetching, data, first !== undefined)}
      </p>
    </Modal>
  );
}

function Hit({ found, whyNot, onClose }: { found: Found; whyNot: string | undefined; onClose: () => void }) {
  const { kind, text, by, shows, time, href } = found;
  const notes = [by, ...(whyNot === undefined ? [shows] : ['Only its writes can be opened', whyNot])];
  const words = (
    <>
      <span className={`${styles['kind']} small`}>{kind}</span>
      <div className={styles['text']}>
        {text}
        <p className="small">{notes.filter((each) => each !== undefined).join('. ')}</p>
      </div>
      {time !== undefined && <Time at={time} />}
    </>
  );
  const className = `${styles['hit']} option`;
  if (whyNot !== undefined)
    return (
      <div className={className} aria-disabled>
        {words}
      </div>
    );
  return (
    <Link href={href} className={className} onClick={onClose}>
      {words}
    </Link>
  );
}

function useOpening(href: string | undefined, onClose: () => void): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (href === undefined) return;
    navigate(href);
    onClose();
  }, [href, navigate, onClose]);
}

function saidOf(
  asked: string,
  isFetching: boolean,
  data: { found: readonly Found[]; isMore: boolean } | undefined,
  canOpen: boolean,
): string {
  if (asked.length < shortest) return 'Whole ids, email addresses and keys of upserts are found: paste one.';
  if (isFetching || data === undefined) return 'Looking …';
  if (data.found.length === 0)
    return 'Nothing has this id or value. What was just accepted is found within 10 s.';
  const enter = canOpen ? ['Enter opens the first.'] : [];
  return [...enter, ...(data.isMore ? ['More was found than is shown.'] : [])].join(' ');
}
