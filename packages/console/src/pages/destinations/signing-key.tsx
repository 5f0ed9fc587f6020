import type { Destination } from '@writ/sdk';
import type { ReactNode } from 'react';
import { useDestinationChange } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { DialogButton } from '../../parts/actions/button.tsx';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Code } from '../../parts/facts/facts.tsx';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { Buttons, Section } from '../../parts/page/page.tsx';
import { Countdown } from '../../parts/time/time.tsx';

/** The key that signs deliveries, hidden until asked for, and its rotation. The old key signs, too, for a while. */
export function SigningKeyPart({ destination: { id, oldKeyUntil } }: { destination: Destination }) {
  return (
    <Section title="Signing key">
      <p>
        {oldKeyUntil === undefined ? (
          'One key signs each delivery, by which the receiver knows that it is ours.'
        ) : (
          <>
            Two keys sign each delivery. The old one ends in{' '}
            <strong>
              <Countdown at={oldKeyUntil} past="a moment" />
            </strong>
            : until then, give the receiver the new one.
          </>
        )}
      </p>
      <Buttons>
        <DialogButton needs="notifications:manage" dialog={(close) => <ShowDialog id={id} onClose={close} />}>
          Show the key …
        </DialogButton>
        <DialogButton
          needs="notifications:manage"
          dialog={(close) => <RotateDialog id={id} onClose={close} />}
        >
          Rotate …
        </DialogButton>
      </Buttons>
    </Section>
  );
}

type Given = { id: string; onClose: () => void };

function ShowDialog({ id, onClose }: Given) {
  const { writ } = useProject();
  return (
    <KeyDialog
      {...{ id, onClose }}
      title="Signing key"
      words="Show"
      change={(which) => writ.destinations.get(which, { includeSecrets: true })}
      shown={(key) => ({ title: 'Signing key', content: <Code label="signing key" value={key} /> })}
    >
      Whoever has it can sign in our name. It is shown on this page alone.
    </KeyDialog>
  );
}

function RotateDialog({ id, onClose }: Given) {
  const { writ } = useProject();
  return (
    <KeyDialog
      {...{ id, onClose }}
      title="Rotate the signing key?"
      words="Make a new key"
      change={writ.destinations.rotateSecret}
      shown={(key, { oldKeyUntil }) => ({
        title: 'The new signing key',
        content: (
          <>
            <p>Give it to the receiver before the old one ends.</p>
            <Code label="new signing key" value={key} />
            {oldKeyUntil !== undefined && (
              <p>
                The old key signs too for another <Countdown at={oldKeyUntil} />.
              </p>
            )}
          </>
        ),
      })}
    >
      A new key signs from now on. The old one goes on signing beside it for a while, so that nothing is
      refused meanwhile.
    </KeyDialog>
  );
}

type KeyGiven = Given & {
  title: string;
  words: string;
  /** Answers the key. */
  change: (id: string) => Promise<Destination>;
  shown: (key: string, destination: Destination) => { title: string; content: ReactNode };
  children: ReactNode;
};

/** Asks before a key is answered, then shows it. */
function KeyDialog({ id, onClose, title, words, change: read, shown, children }: KeyGiven) {
  const change = useDestinationChange(useProject(), id, read);
  const key = change.data?.secrets?.webhookSigningKey;
  if (change.data && key !== undefined) {
    const { title: own, content } = shown(key, change.data);
    return (
      <Dialog title={own} onClose={onClose}>
        {content}
      </Dialog>
    );
  }
  return (
    <ActionDialog {...{ title, words, onClose, change }} onAct={() => change.mutate()}>
      <p>{children}</p>
    </ActionDialog>
  );
}
