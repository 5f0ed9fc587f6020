import type { IssueInput } from '@writ/http-kit';
import type { ProviderAdapter } from '@writ/providers';
import { withHint } from '../hint.ts';

/** Rule of a body that names a provider: there is one of this name. */
export const providerRule =
  (all: readonly ProviderAdapter[]) =>
  (body: unknown): readonly IssueInput[] => {
    const { provider } = (body ?? {}) as { provider?: unknown };
    const known = all.map(({ declaration }) => declaration.name);
    if (typeof provider !== 'string' || provider === '' || known.includes(provider)) return [];
    // What was given is not repeated: a credential may stand in the wrong place.
    const detail = withHint({ detail: 'There is no provider of this name.', value: provider, known });
    return [{ in: 'body', name: '/provider', detail }];
  };
