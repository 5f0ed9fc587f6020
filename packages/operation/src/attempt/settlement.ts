import type { Judgement, NoteLine } from '@writ/write-core';
import type { AttemptCall, ClaimedOperation } from '../operation.ts';

/** An attempt's end. */
export type Settlement = {
  operation: ClaimedOperation;
  judgement: Judgement;
  /** The deadline passed before the claim, so nothing was sent: the operation ends, and no attempt counts. */
  isNoAttempt?: true;
  /** Records that its next call may have; absent: unchanged. */
  together?: number;
  /** Absent if nothing was sent. */
  call?: AttemptCall | undefined;
  /** Absent for a single write that was written: the operation's row holds everything. */
  log?: {
    severity: 'INFO' | 'WARNING' | 'ERROR';
    msg: string;
    error?: string;
    details?: Record<string, unknown>;
  };
  /** Further log lines. */
  notes?: readonly NoteLine[];
};

/** A last attempt that wrote nothing has failed, even if earlier attempts make the operation a success. */
export function attemptOutcome({ next, records }: Judgement): 'retry' | 'success' | 'failure' {
  if (next.do === 'retry') return 'retry';
  return records.some(({ status }) => status === 'written') ? 'success' : 'failure';
}

export const attemptWrote = (attempt: number): string => `Attempt ${attempt} wrote to the provider`;
