import { WritNetworkError } from '@writ/sdk';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useProject } from '../../data/project.ts';
import { isEverything, useManyPreview, useManyStart, type Also, type Many } from '../../data/writes/many.ts';
import { To } from '../facts/id.tsx';
import { countWords } from '../facts/words.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { Choice } from '../forms/choice.tsx';
import { Read } from '../states/states.tsx';
import styles from './many.module.css';
import { Meant } from './meant.tsx';
import { Preview } from './preview.tsx';
import { manyWords, noneOf, titleOf } from './words.ts';

/** Previews what would be done; then starts it, and opens the page of its task. */
export function ManyDialog({ asked }: { asked: Many }) {
  const project = useProject();
  const [, navigate] = useLocation();
  const [also, setAlso] = useState<Also>({});
  const [isMeant, setMeant] = useState(!isEverything(asked));
  const many: Many = asked.action === 'cancel' ? { ...asked, also } : asked;
  const counting = useManyPreview(project, many);
  const start = useManyStart(project);
  const preview = counting.data;
  const whyNot = () => {
    if (!preview) return 'What matches is not counted yet.';
    if (preview.count === 0 && !preview.more) return noneOf(asked.action);
    return isMeant ? undefined : 'Say first that all of the project are meant.';
  };
  return (
    <ActionDialog
      title={titleOf(asked.action)}
      closeWords="Back"
      words={`${manyWords[asked.action].verb} ${preview ? countWords(preview.count, preview.more) : '…'}`}
      look={asked.action === 'cancel' ? 'danger' : 'main'}
      disabledBecause={whyNot()}
      change={start}
      onAct={() => start.mutate(many, { onSuccess: (taskId) => navigate(project.to('tasks', taskId)) })}
    >
      <Meant filter={asked.filter} />
      <div className={`${styles['preview']} stack`}>
        <Read of={counting} what="what matches">
          {(found) => <Preview action={asked.action} preview={found} />}
        </Read>
      </div>
      {asked.action === 'cancel' && <AlsoChoices also={also} onChange={setAlso} />}
      {isEverything(asked) && (
        <Choice isOn={isMeant} onChange={setMeant}>
          I mean all of the project {project.name}, without a filter
        </Choice>
      )}
      {start.error instanceof WritNetworkError && (
        <p>
          It may have begun all the same: look at <To place={['tasks']}>Tasks</To> before you begin it again.
        </p>
      )}
    </ActionDialog>
  );
}

function AlsoChoices({ also, onChange }: { also: Also; onChange: (also: Also) => void }) {
  const { all = false, force = false } = also;
  return (
    <fieldset className="tight">
      <legend>
        <strong>Also cancel</strong>
      </legend>
      <Choice isOn={all} onChange={(isOn) => onChange({ ...also, all: isOn })}>
        auto batches, which hold records of several requests
      </Choice>
      <Choice isOn={force} onChange={(isOn) => onChange({ ...also, force: isOn })}>
        what may have been written: its records may be at the provider, now or later
      </Choice>
    </fieldset>
  );
}
