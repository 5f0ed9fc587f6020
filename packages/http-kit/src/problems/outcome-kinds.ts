import type { ProblemKindFacts } from './problem-kind-facts.ts';

/** Refusals of requests without faults: by the provider, by a limit, or by the state of the service. */
export const outcomeKinds = {
  'provider-refused': {
    status: 422,
    title: 'The provider refused',
    retryable: false,
    cause: "The customer's CRM answered that it does not accept the record, or does not allow the question.",
    remedy: 'Fix what the provider says, and send the request again.',
  },
  'connection-not-working': {
    status: 422,
    title: 'The connection does not work',
    retryable: false,
    cause:
      'The provider has refused the credentials of the connection before, or the connection is gone or belongs to another group.',
    remedy: 'Give the connection new credentials; the refusal tells the request that does so.',
  },
  'authorization-failed': {
    status: 422,
    title: 'Not connected',
    retryable: false,
    cause:
      'The person or the provider refused, another account was let in than the connection is for, or the address was used before or has expired.',
    remedy: 'Begin again with a new address.',
  },
  'idempotency-mismatch': {
    status: 422,
    title: 'The key belongs to another request',
    retryable: false,
    cause: 'The same `Idempotency-Key` was sent with another body before.',
    remedy: 'Use a new key for a new request; send the same body to have the first answer again.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    retryable: true,
    cause:
      'The key or the project sends more requests than it may, or the quota of a CRM account has no call left for a question now.',
    remedy: 'Wait until `retryAfter`, and spread the requests.',
  },
  'backlog-full': {
    status: 429,
    title: 'Too many writes have not ended',
    retryable: true,
    cause: 'The project has as many unfinished asynchronous writes as it may have.',
    remedy: 'Wait until `retryAfter`. The list of lanes tells what holds the writes back.',
  },
  'address-too-long': {
    status: 414,
    title: 'The address is too long',
    retryable: false,
    cause: 'The path and the query are longer than an edge before the hosts reads.',
    remedy: 'Ask for less at once, or put it into several requests.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    retryable: false,
    cause: 'The request line and headers are larger than the server reads.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    title: 'A fault of ours',
    retryable: false,
    cause: 'The service met a condition that it was not written for.',
    remedy: 'Report it with its `requestId`.',
  },
  'provider-unreachable': {
    status: 502,
    title: 'The provider could not be reached',
    retryable: false,
    cause: "The customer's CRM could not be reached, or its answer could not be read.",
    remedy: '`context.outcome` tells whether something may have been written: `notSent` or `unknown`.',
  },
  unavailable: {
    status: 503,
    title: 'Not available now',
    retryable: true,
    cause:
      'A part that the service depends on is down, too much is sent at once, or the provider asks to wait.',
    remedy: 'Send the request again, after `retryAfter` when it is given.',
  },
  'outcome-unknown': {
    status: 504,
    title: 'Nobody knows what came of the first request',
    retryable: false,
    cause:
      'The process that performed the first request with this `Idempotency-Key` died before it recorded the outcome.',
    remedy:
      'Look for the record in the CRM before you write again with a new key. The operation in `context.operationId` shows what was sent.',
  },
  'provider-timeout': {
    status: 504,
    title: 'The provider did not answer in time',
    retryable: false,
    cause: "The customer's CRM gave no answer within the time of a synchronous write, or of a question.",
    remedy: 'After a write look at the record before you write again: it may have been written.',
  },
} as const satisfies Record<string, ProblemKindFacts>;
