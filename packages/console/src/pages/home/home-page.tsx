import { useState } from 'react';
import { useProject } from '../../data/project.ts';
import { useFirstWrite } from '../../data/writes/first-write.ts';
import { NotUnderstood } from '../../parts/filters/filter-bar.tsx';
import { oneParam } from '../../parts/filters/params.ts';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { Page, Section } from '../../parts/page/page.tsx';
import { Tabs } from '../../parts/page/tabs.tsx';
import { Read } from '../../parts/states/states.tsx';
import { AutoBatches } from './auto-batches.tsx';
import { FirstWrite } from './first-write.tsx';
import { LaneNotices } from './lane-notices.tsx';
import { Overview } from './overview.tsx';
import { UnhealthyCustomers } from './unhealthy-customers.tsx';

const homeParams = { within: oneParam(['1h', '24h', '30d']) };

/** The writes of a project at a glance; before the first write, how to send it. */
export function HomePage() {
  const project = useProject();
  const first = useFirstWrite(project);
  // The commands stay when the first write arrives.
  const [wasEmpty, setEmpty] = useState(false);
  if (first.data === null && !wasEmpty) setEmpty(true);
  return (
    <Page title="Home">
      <Read of={first} what="the overview">
        {(operation) => (
          <>
            <NotUnderstood params={homeParams} />
            {wasEmpty && <FirstWrite project={project} operation={operation} />}
            {operation && <Written />}
          </>
        )}
      </Read>
    </Page>
  );
}

const spans = [
  { name: '1h', words: 'Last hour' },
  { name: '24h', words: 'Last 24 hours' },
  { name: '30d', words: 'Last 30 days' },
] as const;

function Written() {
  const [{ within: span = '24h' }] = useParamsOf(homeParams);
  return (
    <>
      <LaneNotices />
      <Tabs label="Time" tabs={spans} placeOf={(name) => [{ within: name }]} current={span} />
      <Overview key={span} span={span} />
      <div className="columns">
        <Section title="Next auto batches">
          <AutoBatches />
        </Section>
        <Section title="Customers that cannot be written to">
          <UnhealthyCustomers />
        </Section>
      </div>
    </>
  );
}
