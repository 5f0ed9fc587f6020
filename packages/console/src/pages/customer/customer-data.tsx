import type { GroupErasure } from '@writ/sdk';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useErase, useErasure, useExport } from '../../data/customers/customers.ts';
import { useProject } from '../../data/project.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { KeyValues } from '../../parts/facts/facts.tsx';
import { countWords } from '../../parts/facts/words.ts';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Read } from '../../parts/states/states.tsx';

type Given = { groupRef: string };

export function CustomerData({ groupRef }: Given) {
  return (
    <>
      <DialogButton needs="full" dialog={<ExportDialog groupRef={groupRef} />}>
        Export …
      </DialogButton>
      <DialogButton needs="full" look="danger" dialog={<EraseDialog groupRef={groupRef} />}>
        Erase …
      </DialogButton>
    </>
  );
}

function ExportDialog({ groupRef }: Given) {
  const project = useProject();
  const [, navigate] = useLocation();
  const start = useExport(project, groupRef);
  return (
    <ActionDialog
      title={`Export all data about ${groupRef}?`}
      words="Export"
      change={start}
      onAct={() => start.mutate(undefined, { onSuccess: (taskId) => navigate(project.to('tasks', taskId)) })}
    >
      <p>
        A task writes an archive: connections without credentials, installations with all their settings,
        writes with their records, events and deliveries. Its page opens next; there you download the archive,
        for 24 hours from its end.
      </p>
    </ActionDialog>
  );
}

function EraseDialog({ groupRef }: Given) {
  const project = useProject();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [isForced, setForced] = useState(false);
  const counting = useErasure(project, groupRef);
  const erase = useErase(project, groupRef);
  const whyNot = () => {
    if (!counting.data) return 'What would be erased is not counted yet.';
    return typed === groupRef ? undefined : 'Type the reference of the customer first.';
  };
  return (
    <ActionDialog
      title={`Erase all data about ${groupRef}?`}
      words="Erase"
      look="danger"
      disabledBecause={whyNot()}
      change={erase}
      onAct={() =>
        whyNot() === undefined &&
        erase.mutate(isForced, { onSuccess: (taskId) => navigate(project.to('tasks', taskId)) })
      }
    >
      <p>
        This cannot be undone. New writes are refused as soon as it begins. What the CRM and your destinations
        already have stays there.
      </p>
      <Read of={counting} what="what would be erased">
        {(counts) => (
          <>
            <Counts counts={counts} />
            {counts.operations.sent > 0 && (
              <Choice isOn={isForced} onChange={setForced}>
                Also end the {countWords(counts.operations.sent)} that are being sent or may have been
                written; otherwise the task waits for them
              </Choice>
            )}
          </>
        )}
      </Read>
      <Field
        label="Reference of the customer"
        hint={`Type \`${groupRef}\` to confirm.`}
        value={typed}
        onChange={setTyped}
      />
    </ActionDialog>
  );
}

function Counts({ counts }: { counts: GroupErasure }) {
  const { installations, connections, operations, more } = counts;
  return (
    <KeyValues
      facts={{
        Installations: countWords(installations),
        Connections: countWords(connections),
        'Ended writes': countWords(operations.ended, more),
        'Unfinished writes': countWords(operations.unfinished, more),
      }}
    />
  );
}
