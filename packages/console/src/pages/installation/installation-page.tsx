import type { Installation } from '@writ/sdk';
import { useState } from 'react';
import { useParams } from 'wouter';
import { useObjects } from '../../data/customers/config.ts';
import { useInstallationsOf } from '../../data/customers/customers.ts';
import { useProject } from '../../data/project.ts';
import { Author } from '../../parts/facts/actor.tsx';
import { KeyValues, NameOf, Status } from '../../parts/facts/facts.tsx';
import { Id, To } from '../../parts/facts/id.tsx';
import { healthStandings } from '../../parts/facts/standings.ts';
import { brandOf } from '../../parts/facts/words.ts';
import { NotUnderstood } from '../../parts/filters/filter-bar.tsx';
import { oneParam, textParam } from '../../parts/filters/params.ts';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { Field } from '../../parts/forms/field.tsx';
import { useAskToLeave } from '../../parts/page/leaving.ts';
import { Page } from '../../parts/page/page.tsx';
import { Tabs } from '../../parts/page/tabs.tsx';
import { NothingYet, Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { useGroupRef } from '../customer/use-group-ref.ts';
import type { Drafts } from './drafts.ts';
import { Settings } from './settings.tsx';
import { TryRecord } from './try-record.tsx';
import { Versions } from './versions.tsx';

const params = { tab: oneParam(['settings', 'try', 'versions']), object: textParam };

const tabs = [
  { name: 'settings', words: 'Field settings' },
  { name: 'try', words: 'Try a record' },
  { name: 'versions', words: 'Versions' },
] as const;

/** The settings of an integration that a customer has installed. */
export function InstallationPage() {
  const groupRef = useGroupRef();
  const { installation: id = '' } = useParams();
  const reading = useInstallationsOf(useProject(), groupRef);
  const installation = reading.data?.find((each) => each.id === id);
  return (
    <Page
      title={installation ? `${installation.group.groupName}: settings` : 'Settings'}
      beside={installation && <Status {...healthStandings[installation.healthStatus]} />}
    >
      <NotUnderstood params={params} />
      <Read of={reading} what="the installation">
        {() =>
          installation ? (
            <Shown key={id} installation={installation} />
          ) : (
            <NothingYet title="There is no such installation">
              <p>
                It may have been deleted. <To place={['customers', groupRef]}>Back to the customer</To>
              </p>
            </NothingYet>
          )
        }
      </Read>
    </Page>
  );
}

function Shown({ installation }: { installation: Installation }) {
  const { id, group } = installation;
  const [{ tab = 'settings', object }] = useParamsOf(params);
  const [drafts, setDrafts] = useState<Drafts>();
  useAskToLeave(drafts !== undefined);
  return (
    <>
      <Facts installation={installation} />
      <Tabs
        label="Views"
        tabs={tabs}
        current={tab}
        placeOf={(name) => [
          'customers',
          group.groupRef,
          'installations',
          id,
          { tab: name, ...(object !== undefined && { object }) },
        ]}
      />
      {tab === 'versions' ? (
        <Versions installation={installation} />
      ) : (
        <OfObject {...{ installation, tab, drafts }} onDrafts={setDrafts} />
      )}
    </>
  );
}

type Given = {
  installation: Installation;
  tab: 'settings' | 'try';
  drafts: Drafts | undefined;
  onDrafts: (drafts: Drafts | undefined) => void;
};

/** The view of one object, which is chosen. */
function OfObject({ installation, tab, drafts, onDrafts }: Given) {
  const [{ object }, change] = useParamsOf(params);
  return (
    <Read of={useObjects(useProject(), installation.integrationId)} what="its objects" isPart>
      {(objects) => {
        const objectName = objects.find((each) => each === object) ?? objects[0];
        if (objectName === undefined) return <p>The integration writes no object.</p>;
        return (
          <>
            <Field
              label="Object"
              value={objectName}
              onChange={(next) => change({ object: next })}
              choices={objects.map((each) => ({ value: each, words: each }))}
              hint={drafts && `Not saved: ${[...drafts.edits.keys()].join(', ')}.`}
            />
            {tab === 'settings' ? (
              <Settings key={objectName} {...{ installation, objectName, drafts, onDrafts }} />
            ) : (
              <TryRecord key={objectName} {...{ installation, objectName }} />
            )}
          </>
        );
      }}
    </Read>
  );
}

function Facts({ installation }: { installation: Installation }) {
  const { id, group, integrationId, connection, config } = installation;
  return (
    <KeyValues
      facts={{
        Customer: (
          <To place={['customers', group.groupRef]}>
            <bdi>{group.groupName}</bdi>
          </To>
        ),
        Integration: <NameOf kind="integrations" id={integrationId} />,
        Account: (
          <>
            {brandOf(connection.provider)} <bdi>{connection.account}</bdi>
          </>
        ),
        Saved: (
          <>
            <Time at={config.createTime} /> by <Author createdBy={config.createdBy} />
          </>
        ),
        Writes: (
          <To place={['operations', { groupRef: group.groupRef, installationId: id }]}>All through it</To>
        ),
        Id: <Id id={id} label="installation id" />,
      }}
    />
  );
}
