import { outcomeKinds } from './outcome-kinds.ts';
import type { ProblemKindFacts } from './problem-kind-facts.ts';

/**
 * The one table of refusals (Contract §2). The specification fixes 404 with an input validation problem for an unknown
 * topic and leaves the other statuses open; they are the contract's.
 */
export const problemKinds = {
  'invalid-input': {
    status: 400,
    title: 'The request has faults',
    retryable: false,
    cause:
      'A field, parameter or header is missing, unknown, of the wrong type, out of range, or excludes another.',
    remedy: 'Fix the listed issues and send the request again.',
  },
  'malformed-body': {
    status: 400,
    title: 'The body is not JSON',
    retryable: false,
    cause: 'The body could not be read as JSON, or holds a member name that is never allowed (`__proto__`).',
    remedy: 'Send valid JSON in UTF-8.',
  },
  'not-authenticated': {
    status: 401,
    title: 'No valid credential',
    retryable: false,
    cause: 'There is no credential, it is unknown, inactive or expired, or two schemes were used at once.',
    remedy: 'Send one active API key in `X-Api-Key`.',
  },
  'scope-missing': {
    status: 403,
    title: 'The credential may not do this',
    retryable: false,
    cause: 'The API key is valid but lacks the scope that this endpoint needs.',
    remedy: 'Use a key with the scope, or add it to this one.',
  },
  'object-not-writable': {
    status: 403,
    title: 'The object is not enabled for writing',
    retryable: false,
    cause: "The `write` section of the integration's manifest does not list the object.",
    remedy: 'Add the object to `write.objects` of the manifest and apply it.',
  },
  'object-switched-off': {
    status: 403,
    title: 'The object is switched off for this installation',
    retryable: false,
    cause: "The installation's config has a `write` section, and the object is not named in it.",
    remedy: 'Name the object in `write.objects` of the config; the refusal tells the request that does so.',
  },
  'deletion-disabled': {
    status: 403,
    title: 'Deletion is not enabled for this object',
    retryable: false,
    cause: "The installation's config does not set `deletionSettings.enabled` for the object.",
    remedy: "Enable deletion in the installation's config for this object.",
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    retryable: false,
    cause: 'The path, the query or the body names what this project does not have.',
    remedy: 'Check the listed ids and names. The list endpoints show what exists.',
  },
  'installation-not-found': {
    status: 404,
    title: 'No installation for this group',
    retryable: false,
    cause: 'The customer group has not installed the integration.',
    remedy: 'Create an installation for the group, or correct `groupRef`.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    retryable: false,
    cause: 'The address exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    retryable: true,
    cause: 'The request was begun, but the rest of it did not follow in time.',
    remedy: 'Send it again.',
  },
  'name-taken': {
    status: 409,
    title: 'The name is taken',
    retryable: false,
    cause: 'Something of this kind with the same name exists already.',
    remedy: 'Choose another name, or use the one that exists.',
  },
  'already-exists': {
    status: 409,
    title: 'It already exists',
    retryable: false,
    cause: 'There can be only one of this kind, and it was created before.',
    remedy: 'Change the existing one, or delete it first.',
  },
  'route-exists': {
    status: 409,
    title: 'The route exists',
    retryable: false,
    cause: 'The same route was created before.',
    remedy: 'Nothing needs to be done; the list of routes shows it.',
  },
  'in-use': {
    status: 409,
    title: 'It is in use',
    retryable: false,
    cause: 'Something else depends on what would be removed.',
    remedy: 'Remove what depends on it first.',
  },
  'request-running': {
    status: 409,
    title: 'The first request with this key still runs',
    retryable: true,
    cause: 'A request with the same `Idempotency-Key` has not been answered yet.',
    remedy: 'Wait for its answer, or send the same request again in a moment.',
  },
  'operation-not-cancellable': {
    status: 409,
    title: 'The operation cannot be cancelled',
    retryable: false,
    cause:
      'Something of it may have been written, it has ended, or it holds records of other callers as well.',
    remedy:
      '`detail` says which it is. An auto batch is cancelled with `?all=true`; what is under way is left to end.',
  },
  'operation-not-retryable': {
    status: 409,
    title: 'The operation cannot be tried again',
    retryable: false,
    cause:
      'It has not ended, none of its records failed, it was synchronous, or its installation leads elsewhere now.',
    remedy: '`detail` says which it is. Send the write again as a new one where that is wanted.',
  },
  'record-not-readable': {
    status: 409,
    title: 'The record cannot be read',
    retryable: false,
    cause:
      'The record has no id in the CRM yet, or the installation of its operation is gone or leads to another account.',
    remedy:
      '`detail` says which it is. Read a record once it is written, and otherwise look for it in the CRM.',
  },
  'already-replayed': {
    status: 409,
    title: 'The dead letter was replayed before',
    retryable: false,
    cause: 'Another request has put the dead letter back, and what it holds is on its way or stored.',
    remedy: 'Nothing needs to be done: if it fails again it is a new dead letter, with the reason of then.',
  },
  'destination-disabled': {
    status: 409,
    title: 'The destination is disabled',
    retryable: false,
    cause: 'It was disabled by hand or by its receiver, or nobody fetched its deliveries for a day.',
    remedy: 'Enable it with `:enable`; `:replay` has what was held meanwhile sent.',
  },
  'keys-signing': {
    status: 409,
    title: 'Too many keys sign at once',
    retryable: false,
    cause:
      'Each key that was replaced signs for a day beside the new one, and every signature is a part of the headers.',
    remedy: 'Wait until the oldest key has ended, as `detail` says, and then give the destination a new one.',
  },
  'attempt-over': {
    status: 409,
    title: 'The attempt is over',
    retryable: false,
    cause: 'Its lease has lapsed, somebody else has the delivery, or it was reported otherwise before.',
    remedy: 'Forget it: what was not reported in time comes again, with the same `webhook-id`.',
  },
  'records-removed': {
    status: 410,
    title: 'The records are kept no longer',
    retryable: false,
    cause: 'What the operation was to write is removed some days after its end.',
    remedy: 'Send the write again as a new one.',
  },
  'config-changed': {
    status: 412,
    title: 'The config has changed since',
    retryable: false,
    cause: 'None of the configs that `If-Match` names is in force: somebody else has made a new one.',
    remedy:
      'Look at `context.config`, which is in force, and send the change again with its id where it is still wanted.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    retryable: false,
    cause: 'The body is larger than this endpoint reads.',
    remedy: 'Send less in one request.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    retryable: false,
    cause: 'The body is not declared as `application/json` in UTF-8, or it is compressed.',
    remedy: 'Send JSON in UTF-8, not compressed, with `Content-Type: application/json`.',
  },
  'expectation-failed': {
    status: 417,
    title: 'The expectation cannot be met',
    retryable: false,
    cause: 'The `Expect` header asks for something else than `100-continue`.',
    remedy: 'Leave the header out.',
  },
  'http-version-unknown': {
    status: 505,
    title: 'The HTTP version is not known',
    retryable: false,
    cause:
      'The request is of another version than HTTP/1.0 or HTTP/1.1. Only an edge before the hosts tells so.',
    remedy: 'Send it as HTTP/1.1.',
  },
  'transfer-coding-unknown': {
    status: 501,
    title: 'The transfer coding is not known',
    retryable: false,
    cause: 'The `Transfer-Encoding` header names something else than `chunked`.',
    remedy: 'Send the body as it is, with `Content-Length` or `Transfer-Encoding: chunked`.',
  },
  ...outcomeKinds,
} as const satisfies Record<string, ProblemKindFacts>;

export type ProblemKind = keyof typeof problemKinds;

/** The facts of a kind, with the table's literal types widened. */
export const factsOf = (kind: ProblemKind): ProblemKindFacts => problemKinds[kind];
