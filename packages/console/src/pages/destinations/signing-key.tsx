import type { Destination } from '@writ/sdk';
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
  const project = useProject();
  const show = useDestinationChange(project, id, (which) =>
    project.writ.destinations.get(which, { includeSecrets: true }),
  );
  const key = show.data?.secrets?.webhookSigningKey;
  if (key !== undefined)
    return (
      <Dialog title="Signing key" onClose={onClose}>
        <Code label="signing key" value={key} />
      </Dialog>
    );
  return (
    <ActionDialog
      title="Signing key"
      onClose={onClose}
      words="Show"
      change={show}
      onAct={() => show.mutate()}
    >
      <p>Whoever has it can sign in our name. It is shown on this page alone.</p>
    </ActionDialog>
  );
}

function RotateDialog({ id, onClose }: Given) {
  const project = useProject();
  const rotate = useDestinationChange(project, id, project.writ.destinations.rotateSecret);
  const { oldKeyUntil, secrets } = rotate.data ?? {};
  if (secrets?.webhookSigningKey !== undefined)
    return (
      <Dialog title="The new signing key" onClose={onClose}>
        <p>Give it to the receiver before the old one ends.</p>
        <Code label="new signing key" value={secrets.webhookSigningKey} />
        {oldKeyUntil !== undefined && (
          <p>
            The old key signs too for another <Countdown at={oldKeyUntil} />.
          </p>
        )}
      </Dialog>
    );
  return (
    <ActionDialog
      title="Rotate the signing key?"
      onClose={onClose}
      words="Make a new key"
      change={rotate}
      onAct={() => rotate.mutate()}
    >
      <p>
        A new key signs from now on. The old one goes on signing beside it for a while, so that nothing is
        refused meanwhile.
      </p>
    </ActionDialog>
  );
}
