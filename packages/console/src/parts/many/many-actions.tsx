import { useState } from 'react';
import type { Many } from '../../data/writes/many.ts';
import { useForbidden, type Scope } from '../../data/session.ts';
import { Button } from '../actions/button.tsx';
import { KeyButton } from '../keys/key-button.tsx';
import type { Selection } from '../rows/column.ts';
import { ManyDialog } from './many-dialog.tsx';
import styles from './many.module.css';

/** What a list offers to do with all that match its filter, or with the rows that are chosen. */
export type ManyChoice = { key: string; words: string; many: Many };

/** As many as a request may name. */
const mostChosen = 100;

/** The buttons and keys of a list that do something with many. Each shows first what it would do. */
export function ManyActions({
  scope,
  choices,
  selection,
}: {
  scope: Scope;
  choices: readonly ManyChoice[];
  selection?: Selection;
}) {
  const [opened, setOpened] = useState<Many['action']>();
  const forbidden = useForbidden(scope);
  const chosen = selection?.keys.size ?? 0;
  const whyNot = forbidden ?? (chosen > mostChosen ? tooMany : undefined);
  const shown = choices.find(({ many }) => many.action === opened);
  return (
    <>
      {selection && chosen > 0 && (
        <span className={styles['chosen']}>
          {chosen} chosen
          <Button look="quiet" onClick={() => selection.onChange(new Set())}>
            Choose none
          </Button>
        </span>
      )}
      {choices.map(({ key, words, many }) => (
        <KeyButton
          key={many.action}
          group="Many at once"
          shortcut={{ key, words: `${words.toLowerCase()} the chosen, or all that match` }}
          disabledBecause={whyNot}
          onClick={() => setOpened(many.action)}
        >
          {chosen > 0 ? `${words} ${chosen} …` : `${words} all …`}
        </KeyButton>
      ))}
      {shown && <ManyDialog asked={shown.many} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const tooMany = `At most ${mostChosen} can be chosen by hand; narrow the list by its filters instead.`;
