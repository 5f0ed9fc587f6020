import type { Group } from '@writ/sdk';
import { useCustomer } from '../../data/customers/customers.ts';
import { useProject } from '../../data/project.ts';
import { KeyValues, Status } from '../../parts/facts/facts.tsx';
import { To } from '../../parts/facts/id.tsx';
import { healthStandings } from '../../parts/facts/standings.ts';
import { countOf } from '../../parts/facts/words.ts';
import { Page, Section } from '../../parts/page/page.tsx';
import { NothingYet, Read } from '../../parts/states/states.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import { Connections } from './connections.tsx';
import { CustomerData } from './customer-data.tsx';
import { Installations } from './installations.tsx';
import { LatestWrites } from './latest-writes.tsx';
import { useGroupRef } from './use-group-ref.ts';

export function CustomerPage() {
  const groupRef = useGroupRef();
  const reading = useCustomer(useProject(), groupRef);
  const { data: customer } = reading;
  return (
    <Page
      title={customer?.groupName ?? groupRef}
      beside={customer && <Status {...healthStandings[customer.healthStatus]} />}
      actions={<CustomerData groupRef={groupRef} />}
    >
      <Read of={reading} what="the customer">
        {(found) => (found ? <Shown customer={found} /> : <NotConnected groupRef={groupRef} />)}
      </Read>
    </Page>
  );
}

function Shown({ customer: { groupRef, createTime, operations } }: { customer: Group }) {
  const { unfinished, failed, more } = operations;
  return (
    <>
      <KeyValues
        facts={{
          Reference: <bdi>{groupRef}</bdi>,
          'Customer since': <ExactTime at={createTime} />,
          'Not finished': (
            <To place={['operations', { groupRef, status: 'in_progress' }]}>
              {countOf(unfinished, 'write', more)}
            </To>
          ),
          'Failed in the last 24 hours': (
            <To place={['operations', { groupRef, status: 'failure', since: '24h' }]}>
              {countOf(failed, 'write', more)}
            </To>
          ),
        }}
      />
      <Connections groupRef={groupRef} />
      <Installations groupRef={groupRef} />
      <LatestWrites groupRef={groupRef} />
    </>
  );
}

/** Its writes and events may still be kept. */
function NotConnected({ groupRef }: { groupRef: string }) {
  return (
    <>
      <NothingYet title="Nothing is connected">
        <p>
          The customer <bdi>{groupRef}</bdi> has no connection and no installation. Check the reference, or go
          to <To place={['customers']}>all customers</To>.
        </p>
      </NothingYet>
      <Section title="Its writes">
        <p>
          <To place={['operations', { groupRef }]}>Writes that are still kept</To>
        </p>
      </Section>
    </>
  );
}
