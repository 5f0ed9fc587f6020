import type { StackProvider } from '@writ/stack';

/** How much of an account's quota of 110 calls in 10 s a worker may use; `none`: the account has no quota. */
export type QuotaUse = 'whole' | 'share' | 'none';

/**
 * How a bad record is refused. In a batch the CRM names it by its trace id (`email`, `taken`) or by field and value
 * (`option`), or refuses the whole batch without a name (`anonymous` as invalid, `anonymousConflict` as taken).
 */
export type Badness = 'email' | 'taken' | 'option' | 'anonymous' | 'anonymousConflict';

export type Work = {
  title: string;
  provider: StackProvider;
  type: 'create' | 'update';
  /** Updates have one account, the ids of whose records are consecutive. */
  accounts: number;
  records: number;
  use: QuotaUse;
  bad?: { every: number; how: Badness };
  /** Writes come at this rate while the worker runs; without it, all are accepted before it starts. */
  perSecond?: number;
  dayLimit?: number;
  /** The worker sends each write in a call of its own. */
  alone?: true;
  moreBytes?: number;
};

export const isBad = ({ bad }: Pick<Work, 'bad'>, number: number): boolean =>
  bad !== undefined && number % bad.every === 0;

/** The records that one call may hold at most (Providers §1.3, §2.3). */
export const mostOfCall: Readonly<Record<StackProvider, number>> = { hubspot: 100, salesforce: 200 };

/** Calls for the work if each is full and none is refused. */
export const fullCalls = ({ provider, records }: Pick<Work, 'provider' | 'records'>): number =>
  Math.ceil(records / mostOfCall[provider]);
