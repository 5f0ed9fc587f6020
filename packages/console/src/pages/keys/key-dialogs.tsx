import {
  useCreateApiKey,
  useCreateJwtKey,
  useDeleteKey,
  useKeySwitch,
  type KeyKind,
} from '../../data/building/keys.ts';
import { useProject } from '../../data/project.ts';
import { useWho } from '../../data/session.ts';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Code } from '../../parts/facts/facts.tsx';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { apiKeyFields, jwtKeyFields } from './key-fields.ts';

/** The key is shown once: nobody can read it again. */
export function NewApiKeyDialog() {
  const create = useCreateApiKey(useProject());
  if (create.data)
    return (
      <Dialog title="Copy the new key now">
        <p>It is shown only this once. Keep it where your program reads its secrets.</p>
        <Code label="API key" value={create.data.key} />
      </Dialog>
    );
  return (
    <FormDialog
      title="New API key"
      fields={apiKeyFields}
      words="Create"
      change={create}
      onDone={() => undefined}
    />
  );
}

export function NewJwtKeyDialog() {
  const create = useCreateJwtKey(useProject());
  return <FormDialog title="New JWT key" fields={jwtKeyFields} words="Create" change={create} />;
}

type Given = { kind: KeyKind; of: { id: string; label: string; active: boolean } };

export function SwitchKey({ kind, of: { id, label, active } }: Given) {
  const change = useKeySwitch(useProject(), kind, id);
  return (
    <ActionDialog
      title={`Switch ${label} ${active ? 'off' : 'on'}?`}
      words={active ? 'Switch off' : 'Switch on'}
      look={active ? 'danger' : 'main'}
      change={change}
      onAct={(close) => change.mutate(!active, { onSuccess: close })}
    >
      <p>
        {active
          ? 'Requests with it are refused until somebody switches it on again.'
          : 'Requests with it are accepted again.'}
      </p>
      {active && <Own id={id} />}
    </ActionDialog>
  );
}

export function DeleteKey({ kind, of: { id, label } }: Given) {
  const change = useDeleteKey(useProject(), kind, id);
  return (
    <ActionDialog
      title={`Delete ${label}?`}
      words="Delete"
      look="danger"
      change={change}
      onAct={(close) => change.mutate(undefined, { onSuccess: close })}
    >
      <p>Requests with it are refused for good. If you are unsure, switch it off first.</p>
      <Own id={id} />
    </ActionDialog>
  );
}

function Own({ id }: { id: string }) {
  return (
    useWho().keyId === id && <p className="fault">You are signed in with this key: you will be signed out.</p>
  );
}
