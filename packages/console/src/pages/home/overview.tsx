import { useState } from 'react';
import { useZone } from '../../app/preferences.ts';
import type { Project } from '../../data/project.ts';
import {
  countsOf,
  failuresOf,
  spans,
  sumOf,
  useStats,
  type Counts,
  type Look,
  type Span,
} from '../../data/writes/stats.ts';
import { countWords } from '../../parts/facts/numbers.ts';
import { Section } from '../../parts/page/page.tsx';
import { Bars } from '../../parts/plots/bars.tsx';
import { Shares } from '../../parts/plots/shares.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import { bucketWords } from '../../parts/time/words.ts';
import { CountsTable } from './counts-table.tsx';
import styles from './home.module.css';
import { OldestDue } from './oldest-due.tsx';

/** What was accepted and how it ended over a span, why it failed, and what is due. */
export function Overview({ project, span }: { project: Project; span: Span }) {
  const { data: look, error, refetch } = useStats(project, span);
  return (
    <>
      {error && <Problem fault={error} onRetry={() => void refetch()} />}
      {!look && !error && <Loading what="the counts" />}
      {look && (
        <>
          {Date.parse(look.stats.since) > look.fromMs && (
            <p className={styles['quiet']}>
              The counts begin at <ExactTime at={look.stats.since} />.
            </p>
          )}
          <Plots look={look} span={span} />
          <div className={styles['columns']}>
            <Section title="Oldest due">
              <OldestDue due={look.stats.due} project={project} />
            </Section>
            <Section title="Failures by fault">
              <Faults look={look} project={project} />
            </Section>
          </div>
        </>
      )}
    </>
  );
}

const series = [
  { member: 'accepted', title: 'Accepted' },
  { member: 'written', title: 'Success' },
  { member: 'failed', title: 'Failure' },
] as const satisfies { member: keyof Counts; title: string }[];

function Plots({ look, span }: { look: Look; span: Span }) {
  const zone = useZone();
  const [at, setAt] = useState<number>();
  const counts = countsOf(span, look);
  const { bucket } = spans[span];
  const name = (each: Counts) => bucketWords(each.atMs, bucket, zone);
  const pointed = at === undefined ? undefined : counts[at];
  const [first] = counts;
  return (
    <>
      <div className={styles['plots']}>
        {series.map(({ member, title }) => {
          const values = counts.map((each) => each[member]);
          const sum = sumOf(values);
          return (
            <Bars
              key={member}
              title={title}
              values={values}
              shown={countWords(pointed ? pointed[member] : sum)}
              shownFor={
                pointed
                  ? `from ${name(pointed)}`
                  : `most in ${bucket === 'hour' ? 'an' : 'a'} ${bucket} ${countWords(Math.max(...values, 0))}`
              }
              words={`${title}: ${countWords(sum)} in all. The table below tells each ${bucket}.`}
              ends={[first ? name(first) : '', 'now']}
              at={at}
              onPoint={setAt}
            />
          );
        })}
      </div>
      <CountsTable counts={counts} bucket={bucket} />
    </>
  );
}

function Faults({ look, project }: { look: Look; project: Project }) {
  const failures = failuresOf(look);
  if (failures.length === 0) return <p className={styles['quiet']}>Nothing has failed in this time.</p>;
  const since = new Date(Math.max(look.fromMs, Date.parse(look.stats.since))).toISOString();
  const shares = failures.map(({ fault, count }) => {
    const filter = new URLSearchParams({ status: 'failure', fault, since });
    return {
      name: fault === '' ? 'Not known' : faultWords(fault),
      // No list can be narrowed to those without a fault.
      href: fault === '' ? undefined : `${project.to('operations')}?${filter.toString()}`,
      value: count,
      words: countWords(count),
    };
  });
  return (
    <>
      <p className={styles['quiet']}>By when they ended; the list is by when they were accepted.</p>
      <Shares shares={shares} />
    </>
  );
}

/** A fault as people say it: `rate-limited` is `Rate limited`. */
const faultWords = (fault: string): string =>
  `${fault.charAt(0).toUpperCase()}${fault.slice(1).replaceAll('-', ' ')}`;
