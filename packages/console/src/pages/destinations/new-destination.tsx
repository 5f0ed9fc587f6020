import { useLocation } from 'wouter';
import { useCreateDestination } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { destinationFields } from './kinds.ts';

export function NewDestination({ isMain = false }: { isMain?: boolean }) {
  return (
    <DialogButton
      needs="notifications:manage"
      look={isMain ? 'main' : 'usual'}
      dialog={<DestinationDialog />}
    >
      New destination …
    </DialogButton>
  );
}

function DestinationDialog() {
  const project = useProject();
  const [, navigate] = useLocation();
  return (
    <FormDialog
      title="New destination"
      fields={destinationFields}
      words="Create"
      change={useCreateDestination(project)}
      onDone={({ id }) => navigate(project.to('destinations', id))}
    >
      <p>Its page opens next. There you choose which events it is sent, and try it with a test event.</p>
    </FormDialog>
  );
}
