import type { StackProvider } from '@writ/stack';

/** The worker's part of an account's 110 calls in 10 s; `none`: no quota. */
export type QuotaUse = 'whole' | 'share' | 'none';

/**
 * How a bad record is refused. In a batch the CRM names it by trace id (`email`, `taken`) or by field and value
 * (`option`), or refuses the batch without a name (`anonymous` as invalid, `anonymousConflict` as taken).
 */
export type Badness = 'email' | 'taken' | 'option' | 'anonymous' | 'anonymousConflict';

export type Work = {
  title: string;
  provider: StackProvider;
  type: 'create' | 'update';
  /** Updates have one account, with consecutive record ids. */
  accounts: number;
  records: number;
  use: QuotaUse;
  bad?: { every: number; how: Badness };
  /** Writes come at this rate while the worker runs; otherwise all are accepted before. */
  perSecond?: number;
  dayLimit?: number;
  /** One call per write. */
  alone?: true;
  moreBytes?: number;
};

export const isBad = ({ bad }: Pick<Work, 'bad'>, number: number): boolean =>
  bad !== undefined && number % bad.every === 0;

/** Records per call at most (Providers §1.3, §2.3). */
export const mostOfCall: Readonly<Record<StackProvider, number>> = { hubspot: 100, salesforce: 200 };

/** If each call is full and none is refused. */
export const fullCalls = ({ provider, records }: Pick<Work, 'provider' | 'records'>): number =>
  Math.ceil(records / mostOfCall[provider]);
