/** About the past; `finds`: has results. */
export type Question = { kind: 'list' | 'search' | 'stats'; words: string; path: string; finds: boolean };

export type Known = {
  id: string;
  integrationId: string;
  installationId: string;
  requestId: string;
  recordId: string;
};

const dayMs = 24 * 3_600_000;

/** Every filter of operations, every kind of search, and statistics of every width. */
export function questionsOf(known: Known, nowMs: number): Question[] {
  const at = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs).toISOString();
  const list = (words: string, query: string, finds = true): Question => ({
    kind: 'list',
    words,
    path: `operations?pageSize=100${query && `&${query}`}`,
    finds,
  });
  const search = (words: string, q: string, finds = true): Question => ({
    kind: 'search',
    words,
    path: `search?q=${encodeURIComponent(q)}`,
    finds,
  });
  const stats = (words: string, bucket: string, daysAgo: number, finds = true): Question => ({
    kind: 'stats',
    words,
    path: `stats?bucket=${bucket}&since=${at(daysAgo)}`,
    finds,
  });
  return [
    list('the newest', ''),
    list('in progress', 'status=in_progress'),
    list('paused', 'waiting=paused'),
    list('failed', 'status=failure'),
    list('written', 'status=success'),
    list('failed of one customer', 'status=failure&groupRef=old-70'),
    list('one customer', 'groupRef=old-3'),
    list('one account', 'account=old-3'),
    list('an integration', `integrationId=${known.integrationId}`),
    list('one installation', `installationId=${known.installationId}`),
    list('a provider', 'provider=hubspot'),
    list('an object', 'resource=contacts'),
    list('an object that nothing was written to', 'resource=deals', false),
    list('creates', 'type=create'),
    list('deletes, of which there are none', 'type=delete', false),
    list('synchronous ones, of which there are none', 'mode=synchronous', false),
    list('partly written, of which there are none', 'partial=true', false),
    list('perhaps twice, of which there are none', 'ambiguous=true', false),
    list('a fault, of which there are none', 'fault=timeout', false),
    list('one request', `requestId=${known.requestId}`),
    list('an idempotency key that nothing has', 'idempotencyKey=none', false),
    list('one record', `recordId=${known.recordId}`),
    list('one day, forty days ago', `since=${at(40)}&until=${at(39)}`),
    list('failed on that day', `status=failure&since=${at(40)}&until=${at(39)}`),
    search('an operation', known.id),
    search('a request', known.requestId),
    search('a record', known.recordId),
    search('an account', 'old-3', false),
    search('nothing', 'nobody-knows-this', false),
    stats('five hours by minute', 'minute', 5 / 24),
    stats('a month by hour', 'hour', 30),
    stats('a year by day', 'day', 364),
  ];
}
