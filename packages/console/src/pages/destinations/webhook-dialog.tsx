import { useState } from 'react';
import { useLocation } from 'wouter';
import { useWebhookMaking } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Field } from '../../parts/actions/field.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import styles from './destination-page.module.css';

/** Makes a destination that is a webhook; its page, which opens then, shows what it still lacks. */
export function NewWebhook({ isMain = false }: { isMain?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const forbidden = useForbidden('notifications:manage');
  return (
    <>
      <Button look={isMain ? 'main' : 'usual'} disabledBecause={forbidden} onClick={() => setOpen(true)}>
        New webhook …
      </Button>
      {isOpen && <WebhookDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const form = 'new-webhook';

function WebhookDialog({ onClose }: { onClose: () => void }) {
  const project = useProject();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const { mutate, error, isPending, isSuccess } = useWebhookMaking(project);
  const whyNot =
    name.trim() === '' || url.trim() === '' ? 'Say what it is called and where it is.' : undefined;
  return (
    <Dialog
      title="New webhook"
      onClose={onClose}
      actions={
        <Button
          look="main"
          type="submit"
          form={form}
          isBusy={isPending || isSuccess}
          disabledBecause={whyNot}
        >
          Make it
        </Button>
      }
    >
      <p>
        Events are posted to it, signed. Its page opens next: there you choose which it is sent, and see the
        key that signs them.
      </p>
      <form
        id={form}
        className={styles['fields']}
        onSubmit={(event) => {
          event.preventDefault();
          mutate(
            { name: name.trim(), url: url.trim() },
            { onSuccess: ({ id }) => navigate(project.to('destinations', id)) },
          );
        }}
      >
        <Field
          label="Name"
          hint="What it is called here, such as crm-writes."
          value={name}
          onChange={setName}
        />
        <Field label="URL" hint="Where your backend takes webhooks." value={url} onChange={setUrl} />
      </form>
      {error && <Problem fault={error} />}
    </Dialog>
  );
}
