import type { IssueInput } from '@writ/problem-details';
import type { ProviderAdapter } from '@writ/providers';
import { withHint } from '../hint.ts';

/** What was given is not repeated: a credential may stand in the wrong place. */
export function unknownProvider(value: string, all: readonly ProviderAdapter[]): IssueInput {
  const known = all.map(({ declaration }) => declaration.name);
  const detail = 'There is no provider of this name.';
  return { in: 'body', name: '/provider', detail: withHint({ detail, value, known }) };
}
