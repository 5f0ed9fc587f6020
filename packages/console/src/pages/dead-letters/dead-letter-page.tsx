import type { DeadLetterWithPayload } from '@writ/sdk';
import { useLocation, useParams } from 'wouter';
import { useDeadLetter, useDeadLetterDiscard, useDeadLetterReplay } from '../../data/operators/system.ts';
import { Dialog, DialogButton } from '../../parts/actions/dialog.tsx';
import { Code, KeyValues, Status } from '../../parts/facts/facts.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { countOf } from '../../parts/facts/words.ts';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { kindWords, standings } from './dead-letter-words.ts';

export function DeadLetterPage() {
  const { id = '' } = useParams();
  const reading = useDeadLetter(id);
  const { data } = reading;
  return (
    <Page
      title="Dead letter"
      beside={data && <Status {...standings[data.status]} />}
      actions={data?.status === 'waiting' && <Actions id={id} />}
    >
      <Read of={reading} what="the dead letter">
        {(letter) => (
          <>
            <Section title="Reason">
              <p className="reading">{letter.reason}</p>
            </Section>
            <Facts letter={letter} />
            <Payload letter={letter} />
          </>
        )}
      </Read>
    </Page>
  );
}

function Actions({ id }: { id: string }) {
  return (
    <>
      <DialogButton needs="administrator" look="danger" dialog={<DiscardDialog id={id} />}>
        Discard …
      </DialogButton>
      <DialogButton needs="administrator" look="main" dialog={<ReplayDialog id={id} />}>
        Replay …
      </DialogButton>
    </>
  );
}

function ReplayDialog({ id }: { id: string }) {
  const replay = useDeadLetterReplay(id);
  if (replay.data?.status === 'waiting')
    return (
      <Dialog title="Writ still cannot read it">
        <p>{replay.data.reason}</p>
        <p>Nothing was published. Its publisher must publish the event correctly; then discard this one.</p>
      </Dialog>
    );
  return (
    <ActionDialog
      title="Replay this dead letter?"
      words="Replay"
      change={replay}
      onAct={(close) =>
        replay.mutate(undefined, { onSuccess: ({ status }) => status === 'replayed' && close() })
      }
    >
      <p>
        Writ publishes the event again if it can read it now, such as after an upgrade. Otherwise nothing
        changes.
      </p>
    </ActionDialog>
  );
}

function DiscardDialog({ id }: { id: string }) {
  const discard = useDeadLetterDiscard(id);
  const [, navigate] = useLocation();
  return (
    <ActionDialog
      title="Discard this dead letter?"
      words="Discard"
      look="danger"
      change={discard}
      onAct={() => discard.mutate(undefined, { onSuccess: () => navigate('/dead-letters') })}
    >
      <p>Writ deletes it. Discard it after its publisher has published the event correctly.</p>
    </ActionDialog>
  );
}

type Given = { letter: DeadLetterWithPayload };

function Facts({ letter }: Given) {
  const { id, reasonKind, topic, partition, offset, key, createTime, replayTime } = letter;
  return (
    <KeyValues
      facts={{
        Kind: kindWords[reasonKind],
        Topic: topic,
        Partition: partition,
        Offset: offset,
        Key: key,
        'Came in': <Time at={createTime} />,
        Replayed: replayTime && <Time at={replayTime} />,
        Id: <Id id={id} label="dead letter id" />,
      }}
    />
  );
}

function Payload({ letter: { headers, payload, bytes } }: Given) {
  return (
    <>
      {Object.keys(headers).length > 0 && (
        <Section title="Headers">
          <Code label="headers" value={headers} />
        </Section>
      )}
      <Section title="Message">
        <p className="quiet">
          {countOf(bytes, 'byte')}
          {payload.encoding === 'base64' && ', shown in base64 because they are not UTF-8'}
          {!payload.complete && '; only the beginning is shown'}
        </p>
        <Code label="message" value={payload.content} />
      </Section>
    </>
  );
}
