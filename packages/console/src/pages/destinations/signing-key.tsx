import type { Destination } from '@writ/sdk';
import { useState } from 'react';
import { useDestinationChange } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Code } from '../../parts/facts/code.tsx';
import { Section } from '../../parts/page/page.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { Countdown } from '../../parts/time/time.tsx';
import styles from './destination-page.module.css';

/** The key that signs deliveries: hidden until it is asked for; and its rotation, with the overlap in which the old one signs too. */
export function SigningKeyPart({ destination: { id, oldKeyUntil } }: { destination: Destination }) {
  const [opened, setOpened] = useState<'rotate' | 'show'>();
  const forbidden = useForbidden('notifications:manage');
  const close = () => setOpened(undefined);
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
      <p className={styles['buttons']}>
        <Button disabledBecause={forbidden} onClick={() => setOpened('show')}>
          Show the key …
        </Button>
        <Button disabledBecause={forbidden} onClick={() => setOpened('rotate')}>
          Rotate …
        </Button>
      </p>
      {opened === 'show' && <ShowDialog id={id} onClose={close} />}
      {opened === 'rotate' && <RotateDialog id={id} onClose={close} />}
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
  return (
    <Dialog
      title="Signing key"
      onClose={onClose}
      actions={
        key === undefined ? (
          <Button look="main" isBusy={show.isPending} onClick={() => show.mutate()}>
            Show
          </Button>
        ) : undefined
      }
    >
      {key === undefined ? (
        <p>Whoever has it can sign in our name. It is shown on this page alone.</p>
      ) : (
        <Code label="signing key" value={key} />
      )}
      {show.error && <Problem fault={show.error} />}
    </Dialog>
  );
}

function RotateDialog({ id, onClose }: Given) {
  const project = useProject();
  const rotate = useDestinationChange(project, id, project.writ.destinations.rotateSecret);
  const { data } = rotate;
  const key = data?.secrets?.webhookSigningKey;
  return (
    <Dialog
      title={key === undefined ? 'Rotate the signing key?' : 'The new signing key'}
      onClose={onClose}
      actions={
        key === undefined ? (
          <Button look="main" isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
            Make a new key
          </Button>
        ) : undefined
      }
    >
      {key === undefined ? (
        <p>
          A new key signs from now on. The old one goes on signing beside it for a while, so that nothing is
          refused meanwhile.
        </p>
      ) : (
        <>
          <p>Give it to the receiver before the old one ends.</p>
          <Code label="new signing key" value={key} />
          {data?.oldKeyUntil !== undefined && (
            <p>
              The old key signs too for another <Countdown at={data.oldKeyUntil} />.
            </p>
          )}
        </>
      )}
      {rotate.error && <Problem fault={rotate.error} />}
    </Dialog>
  );
}
