import { outcomeKinds } from './outcome-kinds.ts';
import type { ProblemKindFacts, ProblemKindRow } from './problem-kind-facts.ts';

/** The table of refusals (Contract §2). */
const rows = {
  'invalid-input': {
    status: 400,
    title: 'The request has errors',
    cause:
      'A field, parameter or header is missing, unknown, of the wrong type, out of range, or excludes another.',
    remedy: 'Fix the listed issues and send the request again.',
  },
  'malformed-body': {
    status: 400,
    title: 'The body is not JSON',
    cause: 'The body could not be read as JSON, or holds a member name that is never allowed (`__proto__`).',
    remedy: 'Send valid JSON in UTF-8.',
  },
  'not-authenticated': {
    status: 401,
    title: 'No valid credential',
    cause: 'There is no credential, it is unknown, inactive or expired, or two schemes were used together.',
    remedy: 'Send one active API key in `X-Api-Key`.',
  },
  'scope-missing': {
    status: 403,
    title: 'The credential may not do this',
    cause: 'The API key is valid but lacks the scope that this endpoint needs.',
    remedy: 'Use a key with the scope, or add it to this one.',
  },
  'object-not-writable': {
    status: 403,
    title: 'The object is not enabled for writing',
    cause: "The `write` section of the integration's manifest does not list the object.",
    remedy: 'Add the object to `write.objects` of the manifest and apply it.',
  },
  'object-switched-off': {
    status: 403,
    title: 'The object is switched off for this installation',
    cause: "The installation's config has a `write` section, and the object is not named in it.",
    remedy: 'Name the object in `write.objects` of the config; the refusal shows the request that does so.',
  },
  'deletion-disabled': {
    status: 403,
    title: 'Deletion is not enabled for this object',
    cause: "The installation's config does not set `deletionSettings.enabled` for the object.",
    remedy: "Enable deletion in the installation's config for this object.",
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    cause: 'The path, the query or the body names something that this project does not have.',
    remedy: 'Check the listed ids and names. The list endpoints show what exists.',
  },
  'installation-not-found': {
    status: 404,
    title: 'No installation for this group',
    cause: 'The customer group has not installed the integration.',
    remedy: 'Create an installation for the group, or correct `groupRef`.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    cause: 'The address exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    retryable: true,
    cause: 'The rest of the request did not arrive in time.',
    remedy: 'Send it again.',
  },
  'name-taken': {
    status: 409,
    title: 'The name is taken',
    cause: 'Something of this kind with the same name exists already.',
    remedy: 'Choose another name, or use the one that exists.',
  },
  'already-exists': {
    status: 409,
    title: 'It already exists',
    cause: 'There can be only one of this kind, and it was created before.',
    remedy: 'Change the existing one, or delete it first.',
  },
  'route-exists': {
    status: 409,
    title: 'The route exists',
    cause: 'The same route was created before.',
    remedy: 'The route already exists; no action is needed.',
  },
  'in-use': {
    status: 409,
    title: 'It is in use',
    cause: 'Something else depends on it.',
    remedy: 'Delete its dependents first.',
  },
  'request-running': {
    status: 409,
    title: 'The first request with this key is still running',
    retryable: true,
    cause: 'A request with the same `Idempotency-Key` has not been answered yet.',
    remedy: 'Wait for its answer, or send the same request again in a moment.',
  },
  'operation-not-cancellable': {
    status: 409,
    title: 'The operation cannot be cancelled',
    cause: 'Some of it may have been written, it has ended, or it also holds records of other callers.',
    remedy:
      '`detail` says which. Cancel an auto batch with `?all=true`; records in flight are still written.',
  },
  'operation-not-retryable': {
    status: 409,
    title: 'The operation cannot be retried',
    cause:
      'It has not ended, none of its records failed, it was synchronous, or its installation now leads to another account.',
    remedy: '`detail` says which. If you still want the write, send it as a new one.',
  },
  'record-not-readable': {
    status: 409,
    title: 'The record cannot be read',
    cause:
      'The record has no id in the CRM yet, or the installation of its operation was deleted or leads to another account.',
    remedy: '`detail` says which. Read a record after it was written, or look for it in the CRM.',
  },
  'already-replayed': {
    status: 409,
    title: 'The dead letter was replayed before',
    cause: 'Another request has replayed it; its event is in flight or stored.',
    remedy: 'No action is needed. If it fails again, it becomes a new dead letter with the new reason.',
  },
  'destination-disabled': {
    status: 409,
    title: 'The destination is disabled',
    cause: 'It was disabled by hand or by its receiver, or its deliveries were not fetched for a day.',
    remedy: 'Enable it with `:enable`, and send the held deliveries with `:replay`.',
  },
  'keys-signing': {
    status: 409,
    title: 'Too many keys sign at the same time',
    cause:
      'Each replaced key signs for another day beside the new one, and the headers hold every signature.',
    remedy: 'Wait until the oldest key has ended, as `detail` says. Then rotate again.',
  },
  'attempt-over': {
    status: 409,
    title: 'The attempt is over',
    cause: 'Its lease has expired, another client has the delivery, or another outcome was reported before.',
    remedy: 'Drop the report. The delivery is sent again with the same `webhook-id`.',
  },
  'records-removed': {
    status: 410,
    title: 'The records were deleted',
    cause: 'The records of an operation are deleted some days after its end.',
    remedy: 'Send the write again as a new one.',
  },
  'config-changed': {
    status: 412,
    title: 'The config has changed since',
    cause: 'None of the configs in `If-Match` is in force: another change came first.',
    remedy: '`context.config` is in force. If you still want the change, send it again with its id.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    cause: 'The body is larger than this endpoint reads.',
    remedy: 'Send less in one request.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    cause: 'The body is not declared as `application/json` in UTF-8, or it is compressed.',
    remedy: 'Send JSON in UTF-8, not compressed, with `Content-Type: application/json`.',
  },
  'expectation-failed': {
    status: 417,
    title: 'The expectation cannot be met',
    cause: 'The `Expect` header asks for something other than `100-continue`.',
    remedy: 'Leave the header out.',
  },
  'http-version-unknown': {
    status: 505,
    title: 'The HTTP version is not known',
    cause: 'The request is neither HTTP/1.0 nor HTTP/1.1. Only an edge in front of the hosts answers this.',
    remedy: 'Send it as HTTP/1.1.',
  },
  'transfer-coding-unknown': {
    status: 501,
    title: 'The transfer coding is not known',
    cause: 'The `Transfer-Encoding` header names a coding other than `chunked`.',
    remedy: 'Send the body as it is, with `Content-Length` or `Transfer-Encoding: chunked`.',
  },
  ...outcomeKinds,
} as const satisfies Record<string, ProblemKindRow>;

export type ProblemKind = keyof typeof rows;

export const problemKinds = Object.fromEntries(
  Object.entries(rows).map(([kind, row]) => [kind, { retryable: false, ...row }]),
) as Readonly<Record<ProblemKind, ProblemKindFacts>>;
