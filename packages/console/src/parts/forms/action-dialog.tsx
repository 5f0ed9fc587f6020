import type { UseMutationResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { Dialog } from '../actions/dialog.tsx';
import { Problem } from '../states/states.tsx';

type Given = {
  title: string;
  onClose: () => void;
  /** Words of the button that acts. */
  words: string;
  look?: 'main' | 'danger';
  closeWords?: string | undefined;
  disabledBecause?: string | undefined;
  /** Stays busy after success while another page opens. */
  staysBusy?: boolean;
  /** How the change goes; absent if it is immediate. */
  change?: Pick<UseMutationResult, 'isPending' | 'isSuccess' | 'error'>;
  onAct: () => void;
  /** Shown instead of the words of an error. */
  errorWords?: { title: string; detail: string } | undefined;
  children: ReactNode;
};

/** A dialog that does one thing: by its button, or by Enter. It shows why that failed. */
export function ActionDialog(given: Given) {
  const { title, onClose, words, look = 'main', closeWords, disabledBecause, staysBusy = false } = given;
  const { change, onAct, errorWords, children } = given;
  const form = useId();
  return (
    <Dialog
      {...{ title, onClose, closeWords }}
      actions={
        <Button
          look={look}
          type="submit"
          form={form}
          isBusy={change?.isPending === true || (staysBusy && change?.isSuccess === true)}
          disabledBecause={disabledBecause}
        >
          {words}
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          onAct();
        }}
      >
        {children}
        {change?.error && <Problem fault={change.error} words={errorWords} />}
      </form>
    </Dialog>
  );
}
