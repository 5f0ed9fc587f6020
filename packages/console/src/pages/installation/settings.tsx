import type { Installation } from '@writ/sdk';
import { useState } from 'react';
import { useCrmFields, useSaveConfig } from '../../data/customers/config.ts';
import { useProject } from '../../data/project.ts';
import { Button } from '../../parts/actions/button.tsx';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { Notice, Read } from '../../parts/states/states.tsx';
import { ChangeDialog, Warnings } from './change-dialog.tsx';
import { draftsWith, type Drafts } from './drafts.ts';
import { FieldGrid } from './field-grid.tsx';
import styles from './installation.module.css';
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

type Given = {
  installation: Installation;
  objectName: string;
  drafts: Drafts | undefined;
  onDrafts: (drafts: Drafts | undefined) => void;
};

const none: Edits = { rules: {} };

/** The settings of one object, edited as a draft that only "Save" sends. */
export function Settings({ installation, objectName, drafts, onDrafts }: Given) {
  const { base } = drafts ?? { base: installation };
  const edits = drafts?.edits.get(objectName) ?? none;
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const reading = useCrmFields(useProject(), installation, objectName);
  const switches = switchesOf(base, objectName);
  const done = (saved: Installation) => {
    onDrafts(draftsWith(drafts, saved, objectName, undefined));
    setWarnings(saved.warnings ?? []);
  };
  return (
    <Read of={reading} what="the fields of the CRM" isPart>
      {(fields) => {
        const rows = rowsOf(base, objectName, fields);
        const differences = differencesOf(rows, edits, switches);
        const edit = (next: Edits, on = base) => {
          const rest = differencesOf(rowsOf(on, objectName, fields), next, switchesOf(on, objectName));
          onDrafts(draftsWith(drafts, on, objectName, rest.length > 0 ? next : undefined));
        };
        return (
          <>
            {installation.config.id !== base.config.id && (
              <Notice tone="warn" title="Newer settings are in force">
                <p>Load them; what you have changed here is kept, and compared with them.</p>
                <Button onClick={() => edit(edits, installation)}>Load the new settings</Button>
              </Notice>
            )}
            {!switches.isWritten && (
              <Notice tone="warn" title="Switched off for this customer">
                <p>Records of this object are refused. Saving a change switches it on.</p>
              </Notice>
            )}
            <Warnings warnings={warnings} />
            <Choice
              isOn={edits.mayDelete ?? switches.mayDelete}
              onChange={(mayDelete) => edit({ ...edits, mayDelete })}
            >
              Records may be deleted
            </Choice>
            <FieldGrid rows={rows} edits={edits} onEdit={(next) => edit(next)} />
            <div className={`${styles['save']} wrap`}>
              <DialogButton
                needs="installations:manage"
                look="main"
                disabledBecause={whyNot(rows, edits, differences)}
                dialog={<SaveDialog {...{ base, objectName, rows, edits, differences }} onDone={done} />}
              >
                Save …
              </DialogButton>
              {edits !== none && <Button onClick={() => edit(none)}>Discard the changes</Button>}
            </div>
          </>
        );
      }}
    </Read>
  );
}

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
  return (
    <ChangeDialog
      title={`Save the settings of ${objectName}?`}
      words="Save"
      differences={differences}
      change={save}
      ifOld="Close this, load them, and save again."
      onAct={(close) =>
        save.mutate(
          { patch: patchOf(base, objectName, rows, edits), basedOn: base.config },
          {
            onSuccess: (saved) => {
              close();
              onDone(saved);
            },
          },
        )
      }
    />
  );
}
