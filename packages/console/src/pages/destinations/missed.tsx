import type { Destination } from '@writ/sdk';
import { useState } from 'react';
import { Link } from 'wouter';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { ManyDialog } from '../../parts/many/many-dialog.tsx';
import { Section } from '../../parts/page/page.tsx';
import styles from './destination-page.module.css';

/** What did not get through, and how it is redelivered: a preview first tells how many. */
export function Missed({ destination: { id, status } }: { destination: Destination }) {
  const project = useProject();
  const [isOpen, setOpen] = useState(false);
  const forbidden = useForbidden('notifications:manage');
  const whyNot = forbidden ?? (status === 'disabled' ? 'It is disabled: enable it first.' : undefined);
  const listed = (which: string) => `${project.to('deliveries')}?destinationId=${id}&status=${which}`;
  return (
    <Section title="What it missed">
      <p>
        See what <Link href={listed('held')}>was held</Link> while it was disabled, and what{' '}
        <Link href={listed('failed')}>failed</Link> at every attempt. Both are redelivered, each once.
      </p>
      <p className={styles['buttons']}>
        <Button disabledBecause={whyNot} onClick={() => setOpen(true)}>
          Redeliver …
        </Button>
      </p>
      {isOpen && (
        <ManyDialog
          asked={{ action: 'redeliver', filter: { destinationId: id } }}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
