import type { JournalFilter } from '../journal/journal.ts';
import type { Issue } from './checker.ts';

export type ReadFilter = { ok: true; filter: JournalFilter } | { ok: false; issues: readonly Issue[] };

const known = ['account', 'provider', 'since'];

/** Reads the query of `GET /_sandbox/journal`. `since` is a sequence number (what came after it) or a moment. */
export function readFilter(query: URLSearchParams): ReadFilter {
  const issues: Issue[] = [...query.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, message: `is unknown; known are ${known.join(', ')}` }));
  const since = query.get('since') ?? undefined;
  const isSeq = since !== undefined && /^\d+$/.test(since);
  const sinceMs = since === undefined || isSeq ? undefined : Date.parse(since);
  if (Number.isNaN(sinceMs))
    issues.push({ name: 'since', message: 'must be a sequence number or an RFC 3339 time' });
  if (issues.length > 0) return { ok: false, issues };
  const account = query.get('account') ?? undefined;
  const provider = query.get('provider') ?? undefined;
  return { ok: true, filter: { account, provider, afterSeq: isSeq ? Number(since) : undefined, sinceMs } };
}
