import type { Judgement, NoteLine } from '@writ/write-core';
import type { AttemptCall, ClaimedOperation } from '../operation.ts';

/** An attempt's end: what was claimed, and what follows from the provider's answers. */
export type Settlement = {
  operation: ClaimedOperation;
  judgement: Judgement;
  /** The deadline had passed before the claim, so nothing was sent: it ends the operation, and is no attempt. */
  isNoAttempt?: true;
  /** How many records its next call may have; absent: as many as before. */
  together?: number;
  /** Absent where nothing was sent. */
  call?: AttemptCall | undefined;
  /** Absent where a single write was simply written: all there is to tell then stands in the operation. */
  log?: {
    severity: 'INFO' | 'WARNING' | 'ERROR';
    msg: string;
    error?: string;
    details?: Record<string, unknown>;
  };
  /** Lines that the log has beside it. */
  notes?: readonly NoteLine[];
};

/**
 * How an attempt ended: one that wrote nothing, and is the last, has failed, although its operation ends as a success by
 * what attempts before it wrote.
 */
export function attemptOutcome({ next, records }: Judgement): 'retry' | 'success' | 'failure' {
  if (next.do === 'retry') return 'retry';
  return records.some(({ status }) => status === 'written') ? 'success' : 'failure';
}

/** The line of the log for an attempt that wrote. */
export const attemptWrote = (attempt: number): string => `Attempt ${attempt} wrote to the provider`;
