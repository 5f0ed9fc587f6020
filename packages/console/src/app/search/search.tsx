import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { SearchHit } from '@writ/sdk';
import type { Project } from '../data/project.ts';
import { Problem } from '../parts/states/problem.tsx';
import { Time } from '../parts/time/time.tsx';
import { pageOfHit } from './page-of-hit.ts';
import styles from './search.module.css';

const shortest = 3;

/** One box for the id of anything. Enter goes to what was found first. */
export function Search({ project, onClose }: { project: Project; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  // What was asked for by Enter: opened as soon as it is found.
  const [wanted, setWanted] = useState<string>();
  const asked = useDeferredValue(text.trim());
  useEffect(() => dialog.current?.showModal(), []);
  const { data, error, isFetching } = useQuery({
    queryKey: [project.name, 'search', asked],
    queryFn: ({ signal }) => project.writ.search({ q: asked }, { signal }),
    enabled: asked.length >= shortest,
  });
  const hits = (data?.results ?? []).flatMap((hit) => {
    const path = pageOfHit(hit);
    return path === undefined ? [] : [{ hit, href: project.to(...path) }];
  });
  useOpening(wanted === asked ? hits[0]?.href : undefined, onClose);
  return (
    <dialog ref={dialog} className={styles['search']} aria-label="Find" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setWanted(text.trim());
        }}
      >
        <input
          className={styles['box']}
          role="searchbox"
          aria-label="Id of anything"
          placeholder="Id of an operation, request, record, delivery, customer …"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setWanted(undefined);
          }}
        />
      </form>
      {error && <Problem fault={error} />}
      <ul className={styles['hits']}>
        {hits.map(({ hit, href }) => (
          <li key={`${hit.type} ${hit.id} ${hit.by}`}>
            <Link href={href} className={styles['hit']} onClick={onClose}>
              <span className={styles['kind']}>{hit.type}</span>
              <span className={styles['text']}>{hit.text}</span>
              <Time at={hit.time} />
            </Link>
          </li>
        ))}
      </ul>
      <p role="status" className={styles['said']}>
        {saidOf({ asked, isFetching, count: hits.length, all: data?.results })}
      </p>
    </dialog>
  );
}

/** Goes to a page as soon as it is known which. */
function useOpening(href: string | undefined, onClose: () => void): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (href === undefined) return;
    navigate(href);
    onClose();
  }, [href, navigate, onClose]);
}

function saidOf(found: {
  asked: string;
  isFetching: boolean;
  count: number;
  all: readonly SearchHit[] | undefined;
}): string {
  if (found.asked.length < shortest) return 'Whole ids are found: paste one.';
  if (found.isFetching || found.all === undefined) return 'Looking …';
  if (found.count > 0) return 'Enter opens the first.';
  return found.all.length > 0
    ? 'What was found has no page here yet.'
    : 'Nothing has this id. What was just accepted is found within 10 s.';
}
