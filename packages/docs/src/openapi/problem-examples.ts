import type { NamedExamples } from '@writ/http';
import {
  problemKinds,
  toProblem,
  type ProblemKind,
  type ProblemSettings,
  type RefusalFacts,
} from '@writ/problems';

const now = new Date('2026-11-21T10:15:30.123Z');
const later = new Date('2026-11-21T10:15:40.000Z');
const requestId = '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2';
const operationId = '01980f6e-5c1a-7c05-8a4e-2b9d7f603e11';

const oneIssue = (
  where: 'body' | 'header' | 'path',
  name: string,
  detail: string,
  value?: unknown,
): RefusalFacts => ({
  detail,
  issues: [{ in: where, name, detail, ...(value !== undefined && { value }) }],
});

/** Facts of an occurrence that show more than the kind alone. */
const occurrences: Partial<Record<ProblemKind, RefusalFacts>> = {
  'invalid-input': oneIssue(
    'body',
    '/groupRf',
    '`groupRf` is not known here. Did you mean `groupRef`?',
    'acme',
  ),
  'malformed-body': oneIssue(
    'body',
    '',
    'The body is not JSON that can be accepted: Unexpected end of JSON input.',
  ),
  'not-found': oneIssue('path', 'projectIdOrName', 'There is no project with this id or name.', 'demoo'),
  'installation-not-found': oneIssue(
    'body',
    '/groupRef',
    'No installation of this integration belongs to this group.',
    'acme-2',
  ),
  'already-exists': oneIssue('body', '/groupRef', 'The group `acme` has already installed `orders`.', 'acme'),
  'name-taken': oneIssue('body', '/name', 'Another one has this name.', 'orders'),
  'config-changed': oneIssue(
    'header',
    'If-Match',
    'The config in force is `01980f70-2b6e-7d54-b0c3-91e8a5d7f246`, made by Ann.',
    '"01980f6f-90aa-7b11-8c52-0de1f7a3c9b4"',
  ),
  'idempotency-mismatch': oneIssue(
    'header',
    'Idempotency-Key',
    'The key came with another body before.',
    'order-4711',
  ),
  'outcome-unknown': { context: { outcome: 'unknown' } },
  'rate-limited': { retryAfter: later },
  'backlog-full': { retryAfter: later },
  unavailable: { retryAfter: later },
  'provider-refused': {
    detail: 'Property values were not valid',
    causes: ['Property values were not valid'],
    subsystem: 'hubspot',
    context: { operationId, providerStatus: 400, errors: [{ message: 'Property values were not valid' }] },
  },
  'provider-unreachable': {
    detail: 'The connection was refused.',
    subsystem: 'hubspot',
    retryable: true,
    context: { operationId, outcome: 'notSent' },
  },
  'provider-timeout': { subsystem: 'hubspot', context: { operationId, outcome: 'unknown' } },
};

export const problemExample = (kind: ProblemKind, settings: ProblemSettings) =>
  toProblem({ kind, facts: occurrences[kind] ?? {} }, { requestId, now }, settings).body;

export const problemExamples = (kinds: readonly ProblemKind[], settings: ProblemSettings): NamedExamples =>
  Object.fromEntries(
    kinds.map((kind) => [kind, { summary: problemKinds[kind].title, value: problemExample(kind, settings) }]),
  );
