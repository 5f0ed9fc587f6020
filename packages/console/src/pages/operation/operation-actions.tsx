import { WritProblem, type Operation } from '@writ/sdk';
import { useLocation } from 'wouter';
import { useChange } from '../../data/change.ts';
import { useProject } from '../../data/project.ts';
import { Dialog, DialogButton } from '../../parts/actions/dialog.tsx';
import { Code } from '../../parts/facts/facts.tsx';
import { Copy } from '../../parts/facts/id.tsx';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { commandsFor } from './operation-words.ts';

type Given = { operation: Operation };

export function OperationActions({ operation }: Given) {
  return (
    <>
      <DialogButton
        needs="operations:manage"
        shortcut={{ group: 'Operation', key: 'r', words: 'retry' }}
        disabledBecause={whyNoRetry(operation)}
        dialog={<RetryDialog operation={operation} />}
      >
        Retry …
      </DialogButton>
      <DialogButton
        needs="operations:manage"
        shortcut={{ group: 'Operation', key: 'c', words: 'cancel' }}
        disabledBecause={whyNoCancel(operation)}
        dialog={<CancelDialog operation={operation} />}
      >
        Cancel …
      </DialogButton>
      <Copy text={() => window.location.href} label="Copy link" words="Copy link" />
      <DialogButton needs="operations:read" dialog={<Commands operation={operation} />}>
        Commands …
      </DialogButton>
    </>
  );
}

function Commands({ operation: { id } }: Given) {
  const project = useProject();
  return (
    <Dialog title="Commands that read it">
      {Object.entries(commandsFor(project, id)).map(([name, command]) => (
        <section key={name} className="tight">
          <h3>{name}</h3>
          <Code label={`command for ${name}`} value={command} />
        </section>
      ))}
    </Dialog>
  );
}

/** Why its failed records can't be retried now; the service has the last word. */
function whyNoRetry({ status, metadata, retriedAs }: Operation): string | undefined {
  if (status === 'in_progress') return 'It has not ended: it is retried by itself until its deadline.';
  if (metadata.mode === 'synchronous')
    return 'It was a synchronous write: its caller got the answer, and may have sent it again.';
  if (retriedAs !== undefined) return 'It was retried as another operation: see below.';
  return metadata.failed === 0 ? 'None of its records failed.' : undefined;
}

function whyNoCancel({ status, metadata }: Operation): string | undefined {
  if (status !== 'in_progress') return 'It has ended.';
  return metadata.mode === 'synchronous' ? 'It is performed at once.' : undefined;
}

const refusals: readonly Operation['fault'][] = ['invalid', 'forbidden', 'not-found', 'conflict'];

function RetryDialog({ operation: { id, fault, metadata } }: Given) {
  const { name, writ, to } = useProject();
  const [, navigate] = useLocation();
  const retry = useChange(() => writ.operations.retry(id), [name, 'operation', id]);
  const isOne = metadata.failed === 1;
  return (
    <ActionDialog
      title={isOne ? 'Retry the failed record?' : `Retry ${metadata.failed} failed records?`}
      closeWords="Back"
      words="Retry"
      change={retry}
      onAct={() =>
        retry.mutate(undefined, {
          onSuccess: ({ operationId }) => navigate(to('operations', operationId)),
        })
      }
    >
      <p>
        {isOne ? 'It goes into a new operation, as it was' : 'They go into a new operation, as they were'}{' '}
        planned: with the values of then.
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
    </ActionDialog>
  );
}

function CancelDialog({ operation }: Given) {
  const { id, metadata, status } = operation;
  const { name, writ } = useProject();
  const isShared = metadata.autoBatch !== undefined;
  const cancel = useChange(
    (force: boolean) => writ.operations.cancel(id, { all: isShared, force }),
    [name, 'operation', id],
  );
  const isSent =
    status === 'in_progress' &&
    cancel.error instanceof WritProblem &&
    cancel.error.kind === 'operation-not-cancellable' &&
    !cancel.variables;
  return (
    <ActionDialog
      title="Cancel this write?"
      closeWords="Back"
      words={isSent ? 'End it anyway' : 'Cancel the write'}
      look="danger"
      disabledBecause={whyNoCancel(operation)}
      change={cancel}
      onAct={(close) => cancel.mutate(isSent, { onSuccess: close })}
    >
      <p>It ends as a failure, and its event says so. What was not sent is not sent any more.</p>
      {isShared && (
        <p>
          It is an auto batch: its {metadata.recordCount} records may have come from several callers, and all
          of them end.
        </p>
      )}
      {isSent && <p>To end it anyway leaves open whether the provider has written it, or does so yet.</p>}
    </ActionDialog>
  );
}
