import type { Many } from '../../data/writes/many.ts';
import type { Scope } from '../../data/session.ts';
import { Button } from '../actions/button.tsx';
import { DialogButton } from '../actions/dialog.tsx';
import type { Selection } from '../rows/selection.ts';
import { ManyDialog } from './many-dialog.tsx';

type Given = {
  needs: Scope;
  choices: readonly { key: string; words: string; many: Many }[];
  selection?: Selection;
};

/** As many ids as a request may name. */
const mostChosen = 100;

/**
 * For all operations or deliveries that match, or for the chosen ones. Each button previews what it would do.
 */
export function ManyActions({ needs, choices, selection }: Given) {
  const chosen = selection?.ids.size ?? 0;
  return (
    <>
      {selection && chosen > 0 && (
        <span className="wrap">
          {chosen} chosen
          <Button look="quiet" onClick={() => selection.onChange(new Set())}>
            Choose none
          </Button>
        </span>
      )}
      {choices.map(({ key, words, many }) => (
        <DialogButton
          key={many.action}
          needs={needs}
          look={many.action === 'cancel' ? 'quiet' : 'usual'}
          shortcut={{
            group: 'Many at once',
            key,
            words: `${words.toLowerCase()} the chosen, or all that match`,
          }}
          disabledBecause={chosen > mostChosen ? tooMany : undefined}
          dialog={<ManyDialog asked={many} />}
        >
          {chosen > 0 ? `${words} ${chosen} …` : `${words} all …`}
        </DialogButton>
      ))}
    </>
  );
}

const tooMany = `At most ${mostChosen} can be chosen by hand; narrow the list by its filters instead.`;
