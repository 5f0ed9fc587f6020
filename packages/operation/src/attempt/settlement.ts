import type { Judgement, NoteLine } from '@writ/write-core';
import type { ClaimedOperation } from '../operation.ts';

/** An attempt's end: what was claimed, and what follows from the provider's answers. */
export type Settlement = {
  operation: ClaimedOperation;
  judgement: Judgement;
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

/** The line of the log for an attempt that wrote. */
export const attemptWrote = (attempt: number): string => `Attempt ${attempt} wrote to the provider`;
