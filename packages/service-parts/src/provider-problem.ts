import type { ProblemKind } from '@writ/problems';
import type { FailureKind, ProviderFault } from '@writ/write-core';

const kinds = {
  'rate-limited': 'unavailable',
  unavailable: 'provider-unreachable',
  locked: 'unavailable',
  timeout: 'provider-timeout',
  unauthorized: 'provider-refused',
  forbidden: 'provider-refused',
  'not-found': 'provider-refused',
  invalid: 'provider-refused',
  conflict: 'provider-refused',
  unknown: 'provider-unreachable',
} as const satisfies Record<FailureKind, ProblemKind>;

/** An overloaded provider is not unreachable, and no fault of Writ. */
export function providerProblem({
  kind,
  sent,
  status,
  ours,
  waitsFor,
}: ProviderFault): (typeof kinds)[FailureKind] | 'connection-not-working' {
  if (ours) return 'unavailable';
  if (waitsFor) return kind === 'unauthorized' ? 'connection-not-working' : 'unavailable';
  const answered = sent === 'rejected' || status === 503;
  return kind === 'unavailable' && answered ? 'unavailable' : kinds[kind];
}

/** What the caller can do about a failure that only others can fix; undefined if nothing. */
export function providerRemedy(
  { kind, ours }: ProviderFault,
  connection: { id: string; projectId: string },
): string | undefined {
  if (ours) return 'Ask your Writ operator to restore the encryption key, or have the customer reconnect.';
  if (kind !== 'unauthorized') return undefined;
  const path = `/v1/projects/${connection.projectId}/connections/${connection.id}`;
  const body = '{"updateMask":["apiKey"],"connection":{"apiKey":"…"}}';
  return `The customer has to reconnect: send \`PATCH ${path}\` with new credentials to the management host, such as \`${body}\`.`;
}
