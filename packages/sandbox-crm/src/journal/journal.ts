import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderName } from '../provider-name.ts';

export type Effect = {
  readonly action: 'created' | 'updated' | 'deleted';
  readonly type: string;
  readonly id: string;
};

/** A request as it is kept: references only, made readable when somebody asks. */
export type KeptRequest = {
  readonly seq: number;
  readonly atMs: number;
  readonly provider: ProviderName;
  readonly account: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Undefined while it runs, and for ever when it was never answered. */
  status: number | undefined;
  tookMs: number | undefined;
  effects: readonly Effect[];
  fault: string | undefined;
};

export type JournalLimits = { readonly entries: number; readonly bodyCharacters: number };

export type JournalFilter = {
  readonly provider?: string | undefined;
  readonly account?: string | undefined;
  readonly afterSeq?: number | undefined;
};

type Arrival = Omit<KeptRequest, 'seq' | 'status' | 'tookMs' | 'effects' | 'fault'>;

export type Journal = ReturnType<typeof journal>;

const noEffects: readonly Effect[] = [];

/** The last requests, in order of arrival. It drops the oldest when it holds too many, or too much text. */
export function journal(limits: JournalLimits) {
  // A ring: the request with sequence number n is at n modulo the size, so nothing is ever moved.
  let ring: (KeptRequest | undefined)[] = [];
  let oldest = 1;
  let next = 1;
  let bodyCharacters = 0;

  const dropOldest = () => {
    const at = oldest % limits.entries;
    bodyCharacters -= ring[at]?.body.length ?? 0;
    ring[at] = undefined;
    oldest += 1;
  };

  return {
    open(arrival: Arrival): KeptRequest {
      if (next - oldest >= limits.entries) dropOldest();
      const kept: KeptRequest = {
        seq: next,
        ...arrival,
        status: undefined,
        tookMs: undefined,
        effects: noEffects,
        fault: undefined,
      };
      ring[next % limits.entries] = kept;
      next += 1;
      bodyCharacters += kept.body.length;
      while (bodyCharacters > limits.bodyCharacters && oldest < next - 1) dropOldest();
      return kept;
    },

    *entries(filter: JournalFilter = {}): Generator<KeptRequest> {
      const first = Math.max(oldest, (filter.afterSeq ?? 0) + 1);
      for (let seq = first; seq < next; seq += 1) {
        const kept = ring[seq % limits.entries];
        if (kept !== undefined && passes(kept, filter)) yield kept;
      }
    },

    /** Sequence numbers go on, so that a reader who remembers one never sees an old request as new. */
    clear(): void {
      ring = [];
      oldest = next;
      bodyCharacters = 0;
    },
  };
}

function passes(kept: KeptRequest, filter: JournalFilter): boolean {
  return (
    (filter.provider === undefined || kept.provider === filter.provider) &&
    (filter.account === undefined || kept.account === filter.account)
  );
}
