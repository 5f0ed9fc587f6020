import type { UseMutationResult } from '@tanstack/react-query';
import { WritProblem } from '@writ/sdk';
import type { ReactNode } from 'react';
import { Table } from '../../parts/facts/facts.tsx';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { Notice } from '../../parts/states/states.tsx';
import styles from './installation.module.css';
import type { Difference } from './object-settings.ts';

type Given = {
  title: string;
  words: string;
  differences: readonly Difference[];
  change: Pick<UseMutationResult, 'isPending' | 'isSuccess' | 'error'>;
  disabledBecause?: string | undefined;
  /** What to do if others have saved meanwhile. */
  ifOld: string;
  onAct: (close: () => void) => void;
  children?: ReactNode;
};

/** Shows what a change of the settings changes, then makes it. */
export function ChangeDialog({ differences, change, disabledBecause, ifOld, children, ...rest }: Given) {
  const isOld = change.error instanceof WritProblem && change.error.status === 412;
  return (
    <ActionDialog
      {...rest}
      change={change}
      errorWords={
        isOld
          ? { title: 'Nothing was saved', detail: `Somebody saved other settings meanwhile. ${ifOld}` }
          : undefined
      }
      disabledBecause={isOld ? ifOld : disabledBecause}
    >
      {children}
      {differences.length > 0 && (
        <Table
          className={styles['changes']}
          heads={['Setting', 'Now', 'Then']}
          rows={differences.map(({ what, before, after }) => [what, before, after])}
        />
      )}
      <p className="quiet">New writes follow these settings. Waiting writes are sent as they were planned.</p>
    </ActionDialog>
  );
}

/** Warnings of the answer to a change. */
export const Warnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.length > 0 && (
    <Notice tone="warn" title="Saved, with warnings">
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
