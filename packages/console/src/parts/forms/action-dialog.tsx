import type { UseMutationResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { Dialog, useClose } from '../actions/dialog.tsx';
import { Problem } from '../states/states.tsx';

type Given = {
  title: string;
  /** Needed unless a `DialogButton` opens it. */
  onClose?: () => void;
  /** Words of the button that acts. */
  words: string;
  look?: 'main' | 'danger';
  closeWords?: string | undefined;
  disabledBecause?: string | undefined;
  /** It can act again. Otherwise it stays busy after success, until it closes or another page opens. */
  isRepeatable?: boolean;
  /** How the change goes; absent if it is immediate. */
  change?: Pick<UseMutationResult, 'isPending' | 'isSuccess' | 'error'>;
  onAct: (close: () => void) => void;
  /** Shown instead of the words of an error. */
  errorWords?: { title: string; detail: string } | undefined;
  children: ReactNode;
};

/** A dialog that does one thing: by its button, or by Enter. It shows why that failed. */
export function ActionDialog(given: Given) {
  const { title, words, look = 'main', closeWords, disabledBecause, isRepeatable = false } = given;
  const { change, onAct, errorWords, children } = given;
  const close = useClose(given.onClose);
  const form = useId();
  return (
    <Dialog
      {...{ title, closeWords }}
      onClose={close}
      actions={
        <Button
          look={look}
          type="submit"
          form={form}
          isBusy={change?.isPending === true || (!isRepeatable && change?.isSuccess === true)}
          disabledBecause={disabledBecause}
        >
          {words}
        </Button>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onAct(close);
        }}
      >
        {children}
        {change?.error && <Problem fault={change.error} words={errorWords} />}
      </form>
    </Dialog>
  );
}
