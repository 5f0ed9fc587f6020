import type { Destination } from '@writ/sdk';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useDestination, useDestinationChange } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Code } from '../../parts/facts/code.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { KeyValues } from '../../parts/facts/key-values.tsx';
import { KeyButton } from '../../parts/keys/key-button.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { Time } from '../../parts/time/time.tsx';
import { DestinationLane } from './destination-lane.tsx';
import { DestinationNotice } from './destination-notice.tsx';
import { DestinationStatus } from './destination-status.tsx';
import { DestinationTopics } from './destination-topics.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { Missed } from './missed.tsx';
import { SigningKeyPart } from './signing-key.tsx';
import { TestDialog } from './test-dialog.tsx';

/** One destination: how it stands, what waits for it and what it missed, its key and its topics. */
export function DestinationPage() {
  const project = useProject();
  const { destination: id } = useParams<{ destination: string }>();
  const { data: destination, error, refetch } = useDestination(project, id);
  const enable = useDestinationChange(project, id, project.writ.destinations.enable);
  const isDisabled = destination?.status === 'disabled';
  return (
    <Page
      title={destination?.name ?? 'Destination'}
      beside={destination && <DestinationStatus destination={destination} />}
      actions={destination && <Actions destination={destination} enable={enable} />}
    >
      {error && <Problem fault={error} onRetry={() => void refetch()} />}
      {enable.error && <Problem fault={enable.error} />}
      {!destination && !error && <Loading what="the destination" />}
      {destination && (
        <>
          <DestinationNotice destination={destination} isJustEnabled={enable.isSuccess && !isDisabled} />
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
    </Page>
  );
}

/** Kinds whose deliveries carry a signature of ours. */
const isSigned = ({ type }: Destination): boolean => type === 'webhook' || type === 'listen';

function Actions({
  destination,
  enable,
}: {
  destination: Destination;
  enable: ReturnType<typeof useDestinationChange>;
}) {
  const [opened, setOpened] = useState<'test' | 'disable'>();
  const forbidden = useForbidden('notifications:manage');
  const close = () => setOpened(undefined);
  return (
    <>
      <KeyButton
        group="Destination"
        shortcut={{ key: 't', words: 'send a test event' }}
        disabledBecause={forbidden}
        onClick={() => setOpened('test')}
      >
        Send a test event …
      </KeyButton>
      {destination.status === 'disabled' ? (
        <Button
          look="main"
          disabledBecause={forbidden}
          isBusy={enable.isPending}
          onClick={() => enable.mutate()}
        >
          Enable
        </Button>
      ) : (
        <Button look="danger" disabledBecause={forbidden} onClick={() => setOpened('disable')}>
          Disable …
        </Button>
      )}
      {opened === 'test' && <TestDialog destination={destination} onClose={close} />}
      {opened === 'disable' && <DisableDialog destination={destination} onClose={close} />}
    </>
  );
}

function Facts({
  destination: { id, type, lastSuccess, createTime, updateTime },
}: {
  destination: Destination;
}) {
  const project = useProject();
  return (
    <KeyValues
      facts={{
        Kind: type,
        'Last success': lastSuccess === undefined ? 'never' : <Time at={lastSuccess} />,
        Deliveries: <Link href={`${project.to('deliveries')}?destinationId=${id}`}>All to it</Link>,
        Made: <Time at={createTime} />,
        'Last change': updateTime && <Time at={updateTime} />,
        Id: <Id id={id} label="destination id" />,
      }}
    />
  );
}
