import type { ProblemKindRow } from './problem-kind-facts.ts';

/** Refusals of valid requests: by the provider, by a limit, or by the state of the service. */
export const outcomeKinds = {
  'provider-refused': {
    status: 422,
    title: 'The provider refused',
    cause: "The customer's CRM refused the record, or does not allow the request.",
    remedy: 'Fix the reported errors and send the request again.',
  },
  'connection-not-working': {
    status: 422,
    title: 'The connection does not work',
    cause:
      'The provider has refused the credentials of the connection, or the connection was deleted or belongs to another group.',
    remedy: 'Give the connection new credentials; the refusal shows the request that does so.',
  },
  'authorization-failed': {
    status: 422,
    title: 'Not connected',
    cause:
      'The person or the provider refused, the account is not that of the connection, or the address was used before or has expired.',
    remedy: 'Start again with a new address.',
  },
  'idempotency-mismatch': {
    status: 422,
    title: 'The key belongs to another request',
    cause: 'The same `Idempotency-Key` was sent with another body before.',
    remedy: 'Use a new key for a new request; send the same body to get the first answer again.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    retryable: true,
    cause:
      'A key, project or group sends more requests than its limit, or the quota of a CRM account is used up.',
    remedy: 'Wait until `retryAfter`, and spread the requests.',
  },
  'backlog-full': {
    status: 429,
    title: 'Too many unfinished writes',
    retryable: true,
    cause: 'The project or the group has reached its limit of unfinished asynchronous writes.',
    remedy: 'Wait until `retryAfter`. The list of lanes shows what holds the writes back.',
  },
  'address-too-long': {
    status: 414,
    title: 'The address is too long',
    cause: 'The path and the query are longer than an edge before the hosts reads.',
    remedy: 'Ask for less, or split the request.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    cause: 'The request line and headers are larger than the server reads.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    cause: 'The service met an unexpected condition: a bug.',
    remedy: 'Report it with its `requestId`.',
  },
  'provider-unreachable': {
    status: 502,
    title: 'The provider could not be reached',
    cause: "The customer's CRM could not be reached, or its answer could not be read.",
    remedy: '`context.outcome` says whether something may have been written: `notSent` or `unknown`.',
  },
  unavailable: {
    status: 503,
    title: 'Not available now',
    retryable: true,
    cause: 'A dependency of the service is down, the host is overloaded, or the provider asks to wait.',
    remedy: 'Send the request again, after `retryAfter` if it is given.',
  },
  'outcome-unknown': {
    status: 504,
    title: 'The outcome of the first request is unknown',
    cause:
      'The process that performed the first request with this `Idempotency-Key` died before it recorded the outcome.',
    remedy:
      'Look for the record in the CRM before you write again with a new key. The operation in `context.operationId` shows what was sent.',
  },
  'provider-timeout': {
    status: 504,
    title: 'The provider did not answer in time',
    cause: "The customer's CRM gave no answer within the time limit of a synchronous write or a read.",
    remedy: 'Before you write again, look at the record: it may have been written.',
  },
} as const satisfies Record<string, ProblemKindRow>;
