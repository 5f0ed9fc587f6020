import type { UseMutationResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { Dialog, useClose } from '../actions/dialog.tsx';
import { Problem } from '../states/states.tsx';

type Given = {
  title: string;
  /** Needed unless a `DialogButton` opens it. */
  onClose?: () => void;
  words: string;
  look?: 'main' | 'danger';
  closeWords?: string | undefined;
  disabledBecause?: string | undefined;
  /** Otherwise it stays busy after success, until it closes or another page opens. */
  isRepeatable?: boolean;
  /** Absent if it is immediate. */
  change?: Pick<UseMutationResult, 'isPending' | 'isSuccess' | 'error'>;
  onAct: (close: () => void) => void;
  errorWords?: { title: string; detail: string } | undefined;
  children: ReactNode;
};

/** Does one thing, by its button or by Enter, and shows why that failed. */
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
