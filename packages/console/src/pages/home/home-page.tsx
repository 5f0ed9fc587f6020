import { useState } from 'react';
import { useProject, type Project } from '../../data/project.ts';
import { useFirstWrite } from '../../data/writes/first-write.ts';
import { NotUnderstood } from '../../parts/filters/not-understood.tsx';
import { oneParam } from '../../parts/filters/params.ts';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { Page, Section } from '../../parts/page/page.tsx';
import { Tabs } from '../../parts/page/tabs.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import type { Span } from '../../data/writes/stats.ts';
import { AutoBatches } from './auto-batches.tsx';
import { FirstWrite } from './first-write.tsx';
import styles from './home.module.css';
import { LaneNotices } from './lane-notices.tsx';
import { Overview } from './overview.tsx';
import { UnhealthyCustomers } from './unhealthy-customers.tsx';

/** What the address may hold. */
const homeParams = { within: oneParam(['1h', '24h', '30d']) };

/** How the writes of a project go, at a glance; before the first one, how to send it. */
export function HomePage() {
  return (
    <Page title="Home">
      <Home />
    </Page>
  );
}

function Home() {
  const project = useProject();
  const first = useFirstWrite(project);
  // Who has come before the first write sees it arrive, and goes on reading where it was.
  const [wasEmpty, setEmpty] = useState(false);
  if (first.data === null && !wasEmpty) setEmpty(true);
  if (first.data === undefined)
    return first.error ? (
      <Problem fault={first.error} onRetry={() => void first.refetch()} />
    ) : (
      <Loading what="the overview" />
    );
  return (
    <>
      <NotUnderstood params={homeParams} />
      {wasEmpty && <FirstWrite project={project} operation={first.data} />}
      {first.data && <Written project={project} />}
    </>
  );
}

const spans = [
  { name: '1h', words: 'Last hour' },
  { name: '24h', words: 'Last 24 hours' },
  { name: '30d', words: 'Last 30 days' },
] as const;

function Written({ project }: { project: Project }) {
  const [{ within: span = '24h' }] = useParamsOf(homeParams);
  const tabs = spans.map(({ name, words }) => ({ name, words, href: `${project.to()}?within=${name}` }));
  return (
    <>
      <LaneNotices project={project} />
      <Tabs label="Time" tabs={tabs} current={span} />
      <Overview key={span} project={project} span={span satisfies Span} />
      <div className={styles['columns']}>
        <Section title="Next auto batches">
          <AutoBatches project={project} />
        </Section>
        <Section title="Customers that cannot be written to">
          <UnhealthyCustomers project={project} />
        </Section>
      </div>
    </>
  );
}
