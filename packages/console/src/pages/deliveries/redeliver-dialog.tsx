import type { Delivery } from '@writ/sdk';
import { useRedeliver } from '../../data/notifications/deliveries.ts';
import { useProject } from '../../data/project.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Problem } from '../../parts/states/problem.tsx';

type Given = {
  delivery: Delivery;
  /** What its destination is called. */
  name: string;
  onClose: () => void;
};

/** Asks before a delivery is made once more, at once. */
export function RedeliverDialog({ delivery: { id, status }, name, onClose }: Given) {
  const redeliver = useRedeliver(useProject(), id);
  return (
    <Dialog
      title={status === 'pending' ? `Deliver it to ${name} now?` : `Redeliver it to ${name}?`}
      onClose={onClose}
      actions={
        <Button
          look="main"
          isBusy={redeliver.isPending}
          onClick={() => redeliver.mutate(undefined, { onSuccess: onClose })}
        >
          {status === 'pending' ? 'Deliver now' : 'Redeliver'}
        </Button>
      }
    >
      {status === 'delivered' ? (
        <p>It was delivered already; the receiver knows it by the same id.</p>
      ) : (
        <p>It has the same id as before: a receiver that took it already knows it by that.</p>
      )}
      {redeliver.error && <Problem fault={redeliver.error} />}
    </Dialog>
  );
}
