import { WritNetworkError } from '@writ/sdk';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import {
  isEverything,
  useManyPreview,
  useManyStart,
  type Also,
  type Many,
  type ManyPreview,
} from '../../data/writes/many.ts';
import { useProject } from '../../data/project.ts';
import { Button } from '../actions/button.tsx';
import { Dialog } from '../actions/dialog.tsx';
import { countWords } from '../facts/numbers.ts';
import { Loading } from '../states/empty.tsx';
import { Problem } from '../states/problem.tsx';
import { Examples } from './examples.tsx';
import { LeftOutList } from './left-out.tsx';
import styles from './many.module.css';
import { Meant } from './meant.tsx';
import { counted, manyWords } from './words.ts';

/** What would be done with many: how many, examples, what is left out and why; then it begins, and its page is opened. */
export function ManyDialog({ asked, onClose }: { asked: Many; onClose: () => void }) {
  const project = useProject();
  const [, navigate] = useLocation();
  const [also, setAlso] = useState<Also>({});
  const [isMeant, setMeant] = useState(!isEverything(asked));
  const many: Many = asked.action === 'cancel' ? { ...asked, also } : asked;
  const { data: preview, error, refetch } = useManyPreview(project, many);
  const start = useManyStart(project);
  const words = manyWords[asked.action];
  // Whoever has closed the dialog meanwhile stays where they are.
  const begin = () => start.mutate(many, { onSuccess: (taskId) => navigate(project.to('tasks', taskId)) });
  const whyNot = () => {
    if (!preview) return 'What matches is not counted yet.';
    if (preview.count === 0 && !preview.more) return words.none;
    return isMeant ? undefined : 'Say first that all of the project are meant.';
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      closeWords="Back"
      actions={
        <Button
          look={asked.action === 'cancel' ? 'danger' : 'main'}
          disabledBecause={whyNot()}
          isBusy={start.isPending || start.isSuccess}
          onClick={begin}
        >
          {words.begin(preview ? countWords(preview.count, preview.more) : '…')}
        </Button>
      }
    >
      <Meant filter={asked.filter} />
      <div className={styles['preview']}>
        {error && <Problem fault={error} onRetry={() => void refetch()} />}
        {!error && !preview && <Loading what="what matches" />}
        {preview && <Preview action={asked.action} preview={preview} />}
      </div>
      {asked.action === 'cancel' && <AlsoChoices also={also} onChange={setAlso} />}
      {isEverything(asked) && (
        <Choice isOn={isMeant} onChange={setMeant}>
          I mean all of the project {project.name}, without a filter
        </Choice>
      )}
      {start.error && <Problem fault={start.error} />}
      {start.error instanceof WritNetworkError && (
        <p>
          It may have begun all the same: look at <Link href={project.to('tasks')}>Tasks</Link> before you
          begin it again.
        </p>
      )}
    </Dialog>
  );
}

function Preview({ action, preview }: { action: Many['action']; preview: ManyPreview }) {
  const { things, will, meaning, none } = manyWords[action];
  const { count, examples, leftOut, more = false } = preview;
  const isNone = count === 0 && !more;
  return (
    <>
      <p>{isNone ? none : <strong>{`${counted(count, things, more)} ${will}.`}</strong>}</p>
      {!isNone && <p className={styles['meaning']}>{meaning} What matches when you begin is what counts.</p>}
      {examples.length > 0 && (
        <section>
          <h3>{count > examples.length ? `The newest ${examples.length}` : 'These'}</h3>
          <Examples examples={examples} />
        </section>
      )}
      {leftOut.length > 0 && (
        <section>
          <h3>Left out</h3>
          <LeftOutList leftOut={leftOut} />
        </section>
      )}
    </>
  );
}

/** What is only cancelled where somebody says so. */
function AlsoChoices({ also, onChange }: { also: Also; onChange: (also: Also) => void }) {
  const { all = false, force = false } = also;
  return (
    <fieldset className={styles['also']}>
      <legend>Also cancel</legend>
      <Choice isOn={all} onChange={(isOn) => onChange({ ...also, all: isOn })}>
        auto batches, which hold records of several requests
      </Choice>
      <Choice isOn={force} onChange={(isOn) => onChange({ ...also, force: isOn })}>
        what may have been written: its records may be at the provider, now or later
      </Choice>
    </fieldset>
  );
}

function Choice({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className={styles['choice']}>
      <input type="checkbox" checked={isOn} onChange={() => onChange(!isOn)} />
      <span>{children}</span>
    </label>
  );
}
