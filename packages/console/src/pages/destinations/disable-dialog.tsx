import type { Destination } from '@writ/sdk';
import { useDestinationChange } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Problem } from '../../parts/states/problem.tsx';

/** Asks whether nothing more is to be sent to a destination. */
export function DisableDialog({
  destination: { id, name },
  onClose,
}: {
  destination: Destination;
  onClose: () => void;
}) {
  const project = useProject();
  const disable = useDestinationChange(project, id, project.writ.destinations.disable);
  return (
    <Dialog
      title={`Disable ${name}?`}
      onClose={onClose}
      actions={
        <Button
          look="danger"
          isBusy={disable.isPending}
          onClick={() => disable.mutate(undefined, { onSuccess: onClose })}
        >
          Disable
        </Button>
      }
    >
      <p>
        Nothing is sent to it until somebody enables it. What waits or arrives meanwhile is held until it is
        redelivered.
      </p>
      {disable.error && <Problem fault={disable.error} />}
    </Dialog>
  );
}
