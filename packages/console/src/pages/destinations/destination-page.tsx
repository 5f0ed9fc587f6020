import type { Destination } from '@writ/sdk';
import { useParams } from 'wouter';
import { useDestination, useDestinationChange } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { ActionButton } from '../../parts/actions/button.tsx';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { Code, KeyValues, Status } from '../../parts/facts/facts.tsx';
import { Id, To } from '../../parts/facts/id.tsx';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { Notice, Problem, Read } from '../../parts/states/states.tsx';
import { ExactTime, Time } from '../../parts/time/time.tsx';
import { DestinationLane, DestinationTopics, Missed } from './destination-sections.tsx';
import { destinationStanding } from './destination-standing.ts';
import { SigningKeyPart } from './signing-key.tsx';
import { TestDialog } from './test-dialog.tsx';

export function DestinationPage() {
  const project = useProject();
  const { id } = useParams<{ id: string }>();
  const reading = useDestination(project, id);
  const enable = useDestinationChange(project, id, project.writ.destinations.enable);
  return (
    <Page
      title={reading.data?.name ?? 'Destination'}
      beside={reading.data && <Status {...destinationStanding(reading.data)} />}
      actions={reading.data && <Actions destination={reading.data} enable={enable} />}
    >
      {enable.error && <Problem fault={enable.error} />}
      <Read of={reading} what="the destination">
        {(destination) => (
          <>
            <DestinationNotice
              destination={destination}
              isJustEnabled={enable.isSuccess && destination.status === 'enabled'}
            />
            <Facts destination={destination} />
            <Missed destination={destination} />
            <DestinationLane destination={destination} />
            <DestinationTopics destination={destination} />
            {isSigned(destination) && <SigningKeyPart destination={destination} />}
            <Section title="Settings">
              <Code label="settings, with secrets hidden" value={destination.metadata} />
            </Section>
          </>
        )}
      </Read>
    </Page>
  );
}

const isSigned = ({ type }: Destination): boolean => type === 'webhook' || type === 'listen';

type ActionsGiven = { destination: Destination; enable: ReturnType<typeof useDestinationChange> };

function Actions({ destination, enable }: ActionsGiven) {
  return (
    <>
      <DialogButton
        needs="notifications:manage"
        shortcut={{ group: 'Destination', key: 't', words: 'send a test event' }}
        dialog={<TestDialog destination={destination} />}
      >
        Send a test event …
      </DialogButton>
      {destination.status === 'disabled' ? (
        <ActionButton
          needs="notifications:manage"
          look="main"
          isBusy={enable.isPending}
          onClick={() => enable.mutate()}
        >
          Enable
        </ActionButton>
      ) : (
        <DialogButton
          needs="notifications:manage"
          look="danger"
          dialog={<DisableDialog destination={destination} />}
        >
          Disable …
        </DialogButton>
      )}
    </>
  );
}

function DisableDialog({ destination: { id, name } }: { destination: Destination }) {
  const project = useProject();
  const disable = useDestinationChange(project, id, project.writ.destinations.disable);
  return (
    <ActionDialog
      title={`Disable ${name}?`}
      words="Disable"
      look="danger"
      change={disable}
      onAct={(close) => disable.mutate(undefined, { onSuccess: close })}
    >
      <p>
        Nothing is sent to it until somebody enables it. What waits or arrives meanwhile is held until it is
        redelivered.
      </p>
    </ActionDialog>
  );
}

function DestinationNotice({
  destination: { status, disabledReason, failing, lastSuccess },
  isJustEnabled,
}: {
  destination: Destination;
  isJustEnabled: boolean;
}) {
  if (status === 'disabled')
    return (
      <Notice tone="bad" title="Disabled: nothing is sent to it">
        <p>{disabledReason ?? 'Nobody noted why.'}</p>
        {failing && (
          <p>
            {failing.failuresInRow} attempts in a row failed, the first at <ExactTime at={failing.since} />.
          </p>
        )}
        <p>
          What arrives meanwhile is held. Once the receiver works, enable it, then redeliver what it missed.
        </p>
      </Notice>
    );
  if (failing)
    return (
      <Notice tone="bad" title={`Failing: ${failing.failuresInRow} attempts in a row`}>
        <p>
          The first of them was <Time at={failing.since} />, and nothing has got through since
          {lastSuccess === undefined && ', nor ever before'}. Deliveries are retried by themselves; a test
          event shows what it answers now.
        </p>
      </Notice>
    );
  if (!isJustEnabled) return null;
  return (
    <Notice tone="warn" title="Enabled again">
      <p>What was held or had failed meanwhile does not go by itself: redeliver it.</p>
    </Notice>
  );
}

function Facts({ destination }: { destination: Destination }) {
  const { id, type, lastSuccess, createTime, updateTime } = destination;
  return (
    <KeyValues
      facts={{
        Kind: type,
        'Last success': lastSuccess === undefined ? 'never' : <Time at={lastSuccess} />,
        Deliveries: <To place={['deliveries', { destinationId: id }]}>All to it</To>,
        Made: <Time at={createTime} />,
        'Last change': updateTime && <Time at={updateTime} />,
        Id: <Id id={id} label="destination id" />,
      }}
    />
  );
}
