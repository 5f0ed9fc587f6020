export type Concurrency = {
  limit: number;
  /** Since the limit changed. */
  successes: number;
  /** Earlier calls belong to the last cut. */
  cutAtMs: number;
};

/** A slower answer shows that the account is overloaded (Providers §4). */
export const overloadedAfterMs = 10_000;

export const firstConcurrency = (limit: number): Concurrency => ({ limit, successes: 0, cutAtMs: -Infinity });

/** One more after `limit` successes. */
export function afterSuccess(state: Concurrency, most: number): Concurrency {
  const successes = state.successes + 1;
  if (successes < state.limit || state.limit >= most) return { ...state, successes };
  return { ...state, limit: state.limit + 1, successes: 0 };
}

/** Half, at least one; once for calls in flight together. */
export function afterOverload(state: Concurrency, begunAtMs: number, nowMs: number): Concurrency {
  if (begunAtMs <= state.cutAtMs) return state;
  return { limit: Math.max(1, Math.floor(state.limit / 2)), successes: 0, cutAtMs: nowMs };
}
