import { useMutation, useQueryClient } from '@tanstack/react-query';
import { WritProblem, type Operation } from '@writ/sdk';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Menu, MenuItem } from '../../parts/actions/menu.tsx';
import { Code } from '../../parts/facts/code.tsx';
import { copyText } from '../../parts/facts/copy-text.ts';
import { Copy } from '../../parts/facts/id.tsx';
import { KeyButton } from '../../parts/keys/key-button.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { copies } from './operation-words.ts';

/** What can be done with an operation. */
export function OperationActions({ operation }: { operation: Operation }) {
  const project = useProject();
  const forbidden = useForbidden('operations:manage');
  const [opened, setOpened] = useState<'retry' | 'cancel'>();
  const [copied, setCopied] = useState('');
  const [byHand, setByHand] = useState<string>();
  const noRetry = forbidden ?? whyNoRetry(operation);
  const noCancel = forbidden ?? whyNoCancel(operation);
  const close = () => setOpened(undefined);
  const copy = (words: string, text: string) => {
    void copyText(text).then((isCopied) => {
      if (!isCopied) {
        setByHand(text);
        return;
      }
      setCopied(words.replace('Copy', 'Copied'));
      setTimeout(() => setCopied(''), 1_500);
    });
  };
  return (
    <>
      <KeyButton
        group="Operation"
        shortcut={{ key: 'r', words: 'retry' }}
        disabledBecause={noRetry}
        onClick={() => setOpened('retry')}
      >
        Retry …
      </KeyButton>
      <KeyButton
        group="Operation"
        shortcut={{ key: 'c', words: 'cancel' }}
        disabledBecause={noCancel}
        onClick={() => setOpened('cancel')}
      >
        Cancel …
      </KeyButton>
      <Copy text={() => window.location.href} label="Copy link" words="Copy link" />
      <Menu label="Copy as" trigger={<Button>{copied || 'Copy as'} ▾</Button>}>
        {copies(project, operation.id).map(({ words, text }) => (
          <MenuItem key={words} onSelect={() => copy(words, text)}>
            {words}
          </MenuItem>
        ))}
      </Menu>
      {byHand !== undefined && (
        <Dialog title="Select it and copy by hand" onClose={() => setByHand(undefined)}>
          <Code label="text to copy" value={byHand} />
        </Dialog>
      )}
      {opened === 'retry' && <RetryDialog operation={operation} onClose={close} />}
      {opened === 'cancel' && <CancelDialog operation={operation} onClose={close} />}
    </>
  );
}

/** Why its failed records cannot be retried now; the service has the last word. */
function whyNoRetry({ status, metadata, retriedAs }: Operation): string | undefined {
  if (status === 'in_progress') return 'It has not ended: it is retried by itself until its deadline.';
  if (metadata.mode === 'synchronous')
    return 'It was a synchronous write: its caller was told at once, and may have sent it again.';
  if (retriedAs !== undefined) return 'It was retried as another operation: see below.';
  return metadata.failed === 0 ? 'None of its records failed.' : undefined;
}

function whyNoCancel({ status, metadata }: Operation): string | undefined {
  if (status !== 'in_progress') return 'It has ended.';
  return metadata.mode === 'synchronous' ? 'It is performed at once.' : undefined;
}

type Given = { operation: Operation; onClose: () => void };

/** Faults by which the CRM refuses what it understood. */
const refusals: readonly Operation['fault'][] = ['invalid', 'forbidden', 'not-found', 'conflict'];

function RetryDialog({ operation: { id, fault, metadata }, onClose }: Given) {
  const { name, writ, to } = useProject();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const retry = useMutation({
    mutationFn: () => writ.operations.retry(id),
    onSuccess: () => client.invalidateQueries({ queryKey: [name, 'operation', id] }),
  });
  // Whoever has closed the dialog meanwhile stays where they are.
  const begin = () =>
    retry.mutate(undefined, {
      onSuccess: ({ operationId }) => {
        onClose();
        navigate(to('operations', operationId));
      },
    });
  const isOne = metadata.failed === 1;
  return (
    <Dialog
      title={isOne ? 'Retry the failed record?' : `Retry ${metadata.failed} failed records?`}
      onClose={onClose}
      closeWords="Back"
      actions={
        <Button look="main" isBusy={retry.isPending} onClick={begin}>
          Retry
        </Button>
      }
    >
      <p>
        {isOne
          ? 'It goes into a new operation, as it was planned: with the values of then.'
          : 'They go into a new operation, as they were planned: with the values of then.'}
      </p>
      {refusals.includes(fault) && (
        <p>The CRM refused {isOne ? 'it' : 'them'}. Unless something has changed there, it will again.</p>
      )}
      {metadata.ambiguous && metadata.type === 'create' && (
        <p>
          A record that failed may be in the CRM nonetheless. Where it can be looked for, it is; otherwise it
          may be there twice then.
        </p>
      )}
      {retry.error && <Problem fault={retry.error} />}
    </Dialog>
  );
}

function CancelDialog({ operation, onClose }: Given) {
  const { id, metadata } = operation;
  const { name, writ } = useProject();
  const client = useQueryClient();
  const isShared = metadata.autoBatch !== undefined;
  const readAgain = () => client.invalidateQueries({ queryKey: [name, 'operation', id] });
  const cancel = useMutation({
    mutationFn: (force: boolean) => writ.operations.cancel(id, { all: isShared, force }),
    onSuccess: async () => {
      await readAgain();
      onClose();
    },
    // It may have ended meanwhile.
    onError: readAgain,
  });
  const isSent =
    operation.status === 'in_progress' &&
    cancel.error instanceof WritProblem &&
    cancel.error.kind === 'operation-not-cancellable' &&
    !cancel.variables;
  return (
    <Dialog
      title="Cancel this write?"
      onClose={onClose}
      closeWords="Back"
      actions={
        <Button
          look="danger"
          disabledBecause={whyNoCancel(operation)}
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate(isSent)}
        >
          {isSent ? 'End it anyway' : 'Cancel the write'}
        </Button>
      }
    >
      <p>It ends as a failure, and its event says so. What was not sent is not sent any more.</p>
      {isShared && (
        <p>
          It is an auto batch: its {metadata.recordCount} records may have come from several callers, and all
          of them end.
        </p>
      )}
      {cancel.error && <Problem fault={cancel.error} />}
      {isSent && <p>To end it anyway leaves open whether the provider has written it, or does so yet.</p>}
    </Dialog>
  );
}
