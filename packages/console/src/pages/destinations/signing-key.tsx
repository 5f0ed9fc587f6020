import type { Destination } from '@writ/sdk';
import { useDestinationChange } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { Dialog, DialogButton } from '../../parts/actions/dialog.tsx';
import { Code } from '../../parts/facts/facts.tsx';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { Buttons, Section } from '../../parts/page/page.tsx';
import { Countdown } from '../../parts/time/time.tsx';

/**
 * The key that signs deliveries, hidden until asked for, and its rotation. The old key signs, too, for a
 * while.
 */
export function SigningKeyPart({ destination: { id, oldKeyUntil } }: { destination: Destination }) {
  const { destinations } = useProject().writ;
  return (
    <Section title="Signing key">
      <p>
        {oldKeyUntil === undefined ? (
          'One key signs each delivery, by which the receiver knows that it is ours.'
        ) : (
          <>
            Two keys sign each delivery. The old one ends in{' '}
            <strong>
              <Countdown at={oldKeyUntil} />
            </strong>
            : until then, give the receiver the new one.
          </>
        )}
      </p>
      <Buttons>
        <DialogButton
          needs="notifications:manage"
          dialog={
            <KeyDialog
              id={id}
              title="Signing key"
              words="Show"
              change={() => destinations.get(id, { includeSecrets: true })}
            >
              Whoever has it can sign in our name. It is shown on this page alone.
            </KeyDialog>
          }
        >
          Show the key …
        </DialogButton>
        <DialogButton
          needs="notifications:manage"
          dialog={
            <KeyDialog
              id={id}
              title="Rotate the signing key?"
              words="Make a new key"
              change={destinations.rotateSecret}
            >
              A new key signs from now on. The old one goes on signing beside it for a while, so that nothing
              is refused meanwhile.
            </KeyDialog>
          }
        >
          Rotate …
        </DialogButton>
      </Buttons>
    </Section>
  );
}

type Given = {
  id: string;
  title: string;
  words: string;
  change: (id: string) => Promise<Destination>;
  children: string;
};

/** Asks first, then shows a key. */
function KeyDialog({ id, title, words, change, children }: Given) {
  const changing = useDestinationChange(useProject(), id, change);
  const { oldKeyUntil, secrets } = changing.data ?? {};
  if (secrets?.webhookSigningKey === undefined)
    return (
      <ActionDialog {...{ title, words }} change={changing} onAct={() => changing.mutate()}>
        <p>{children}</p>
      </ActionDialog>
    );
  return (
    <Dialog title="Signing key">
      <Code label="signing key" value={secrets.webhookSigningKey} />
      {oldKeyUntil !== undefined && (
        <p>
          Give it to the receiver. The old key signs too for another <Countdown at={oldKeyUntil} />.
        </p>
      )}
    </Dialog>
  );
}
