import { WritProblem, type Installation } from '@writ/sdk';
import { useState } from 'react';
import { useCrmFields, useSaveConfig } from '../../data/customers/config.ts';
import { useProject } from '../../data/project.ts';
import { Button } from '../../parts/actions/button.tsx';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { Table } from '../../parts/facts/facts.tsx';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { Buttons } from '../../parts/page/page.tsx';
import { Notice, Read } from '../../parts/states/states.tsx';
import { FieldGrid } from './field-grid.tsx';
import {
  differencesOf,
  edited,
  faultOf,
  patchOf,
  rowsOf,
  switchesOf,
  type Difference,
  type Edits,
  type FieldRow,
} from './object-settings.ts';

type Given = { installation: Installation; objectName: string };

const none: Edits = { rules: {} };

/** The settings of one object, edited as a draft that only "Save" sends. */
export function Settings({ installation, objectName }: Given) {
  // A newer config does not move what is being edited: saving would then overwrite it unseen.
  const [base, setBase] = useState(installation);
  const [edits, setEdits] = useState(none);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const reading = useCrmFields(useProject(), installation, objectName);
  const switches = switchesOf(base, objectName);
  const done = (saved: Installation) => {
    setBase(saved);
    setEdits(none);
    setWarnings(saved.warnings ?? []);
  };
  return (
    <Read of={reading} what="the fields of the CRM">
      {(fields) => {
        const rows = rowsOf(base, objectName, fields);
        const differences = differencesOf(rows, edits, switches);
        return (
          <>
            {installation.config.id !== base.config.id && (
              <Notice tone="warn" title="The settings were saved by somebody else meanwhile">
                <p>Load them; what you have changed here is kept, and compared with them.</p>
                <Button onClick={() => setBase(installation)}>Load the new settings</Button>
              </Notice>
            )}
            {!switches.isWritten && (
              <Notice tone="warn" title="Switched off for this customer">
                <p>Records of this object are refused. Saving a change switches it on.</p>
              </Notice>
            )}
            {warnings.length > 0 && <Warnings warnings={warnings} />}
            <Choice
              isOn={edits.mayDelete ?? switches.mayDelete}
              onChange={(mayDelete) => setEdits({ ...edits, mayDelete })}
            >
              Records may be deleted
            </Choice>
            <FieldGrid rows={rows} edits={edits} onEdit={setEdits} />
            <Buttons>
              <DialogButton
                needs="installations:manage"
                look="main"
                disabledBecause={whyNot(rows, edits, differences)}
                dialog={<SaveDialog {...{ base, objectName, rows, edits, differences }} onDone={done} />}
              >
                Save …
              </DialogButton>
              {differences.length > 0 && <Button onClick={() => setEdits(none)}>Discard the changes</Button>}
            </Buttons>
          </>
        );
      }}
    </Read>
  );
}

const Warnings = ({ warnings }: { warnings: readonly string[] }) => (
  <Notice tone="warn" title="Saved, with warnings">
    <ul>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  </Notice>
);

function whyNot(
  rows: readonly FieldRow[],
  edits: Edits,
  differences: readonly Difference[],
): string | undefined {
  const wrong = rows.map((row) => edited(row, edits)).find((row) => faultOf(row) !== undefined);
  if (wrong) return `The default of ${wrong.field} is not right.`;
  return differences.length === 0 ? 'Nothing has changed.' : undefined;
}

type SaveGiven = {
  base: Installation;
  objectName: string;
  rows: readonly FieldRow[];
  edits: Edits;
  differences: readonly Difference[];
  onDone: (saved: Installation) => void;
};

/** Shows what changes, then saves it. */
function SaveDialog({ base, objectName, rows, edits, differences, onDone }: SaveGiven) {
  const save = useSaveConfig(useProject(), base);
  const isConflict = save.error instanceof WritProblem && save.error.status === 412;
  return (
    <ActionDialog
      title={`Save the settings of ${objectName}?`}
      words="Save"
      change={save}
      errorWords={isConflict ? conflict : undefined}
      disabledBecause={isConflict ? 'Load the new settings first.' : undefined}
      onAct={(close) =>
        save.mutate(
          { patch: patchOf(base, objectName, rows, edits), basedOn: base.config.id },
          {
            onSuccess: (saved) => {
              close();
              onDone(saved);
            },
          },
        )
      }
    >
      <Table
        heads={['Setting', 'Now', 'Then']}
        rows={differences.map(({ what, before, after }) => [what, before, after])}
      />
      <p className="quiet">Writes from then on follow it. Writes that wait are sent as they were planned.</p>
    </ActionDialog>
  );
}

const conflict = {
  title: 'Nothing was saved',
  detail: 'Somebody saved other settings meanwhile. Close this, load them, and save again.',
};
