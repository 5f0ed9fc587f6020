import { useState } from 'react';
import { useZone } from '../../data/preferences.ts';
import { useProject } from '../../data/project.ts';
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
import { changeWords, countWords } from '../../parts/facts/words.ts';
import { Section } from '../../parts/page/page.tsx';
import { Bars } from '../../parts/plots/bars.tsx';
import { Shares } from '../../parts/plots/shares.tsx';
import { Read } from '../../parts/states/states.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import { bucketWords } from '../../parts/time/words.ts';
import { CountsTable } from './counts-table.tsx';
import { OldestDue } from './oldest-due.tsx';

export function Overview({ span }: { span: Span }) {
  return (
    <Read of={useStats(useProject(), span)} what="the counts">
      {(look) => (
        <>
          {Date.parse(look.stats.since) > look.fromMs && (
            <p className="quiet">
              The counts begin at <ExactTime at={look.stats.since} />.
            </p>
          )}
          <Plot look={look} span={span} />
          <div className="columns">
            <Section title="Oldest due">
              <OldestDue due={look.stats.due} />
            </Section>
            <Section title="Failures by fault">
              <Faults look={look} />
            </Section>
          </div>
        </>
      )}
    </Read>
  );
}

const series = [
  { member: 'written', title: 'Success', tone: 'good', words: countWords },
  { member: 'failed', title: 'Failure', tone: 'bad', words: countWords },
  { member: 'waiting', title: 'Waiting', tone: 'waiting', words: changeWords },
] as const;

function Plot({ look, span }: { look: Look; span: Span }) {
  const zone = useZone();
  const [at, setAt] = useState<number>();
  const counts = countsOf(span, look);
  const { bucket } = spans[span];
  const name = ({ atMs }: Counts) => bucketWords(atMs, bucket, zone);
  const pointed = at === undefined ? undefined : counts[at];
  const [first] = counts;
  const shown = series.map(({ member, title, tone, words }) => {
    const values = counts.map((each) => each[member]);
    const sum = words(sumOf(values));
    return { title, tone, values, sum, shown: pointed ? words(pointed[member]) : sum };
  });
  const sums = shown.map(({ title, sum }) => `${title}: ${sum}`).join(', ');
  return (
    <>
      <Bars
        series={shown}
        shownFor={`${pointed ? `from ${name(pointed)}` : 'in all'} · waiting is accepted minus ended`}
        words={`${sums} in all. The table below shows each ${bucket}.`}
        ends={[first ? name(first) : '', 'now']}
        at={at}
        onPoint={setAt}
      />
      <CountsTable counts={counts} bucket={bucket} />
    </>
  );
}

function Faults({ look }: { look: Look }) {
  const failures = failuresOf(look);
  if (failures.length === 0) return <p className="quiet">Nothing has failed in this time.</p>;
  const since = new Date(Math.max(look.fromMs, Date.parse(look.stats.since))).toISOString();
  const shares = failures.map(({ fault, count }) => {
    return {
      name: fault === '' ? 'Not known' : faultWords(fault),
      // No filter finds operations without a fault.
      place: fault === '' ? undefined : (['operations', { status: 'failure', fault, since }] as const),
      value: count,
      words: countWords(count),
    };
  });
  return (
    <>
      <p className="quiet">By when they ended; the list is by when they were accepted.</p>
      <Shares tone="bad" shares={shares} />
    </>
  );
}

/** `rate-limited` becomes `Rate limited`. */
const faultWords = (fault: string): string =>
  `${fault.charAt(0).toUpperCase()}${fault.slice(1).replaceAll('-', ' ')}`;
