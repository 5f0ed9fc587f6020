import type { Judgement, NoteLine } from '@writ/write-core';
import type { AttemptCall, ClaimedOperation } from '../operation.ts';

export type Settlement = {
  operation: ClaimedOperation;
  judgement: Judgement;
  /** The deadline passed before the claim: no attempt counts. */
  isNoAttempt?: true;
  /** Records in its next call; absent: unchanged. */
  together?: number;
  /** Absent if nothing was sent. */
  call?: AttemptCall | undefined;
  /** Absent if a single write was written: the operation's row holds everything. */
  log?: {
    severity: 'INFO' | 'WARNING' | 'ERROR';
    msg: string;
    error?: string;
    details?: Record<string, unknown>;
  };
  notes?: readonly NoteLine[];
};

/** An attempt that wrote nothing failed, even if earlier ones make the operation a success. */
export function attemptOutcome({ next, records }: Judgement): 'retry' | 'success' | 'failure' {
  if (next.do === 'retry') return 'retry';
  return records.some(({ status }) => status === 'written') ? 'success' : 'failure';
}

export const attemptWrote = (attempt: number): string => `Attempt ${attempt} wrote to the provider`;
