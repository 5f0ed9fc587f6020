import { isJsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/http-kit';
import type { Providers } from '@writ/providers';
import { withHint } from '../hint.ts';

/** Rule of a body that names a provider: there is one of this name. */
export function providerRule({ all }: Pick<Providers, 'all'>, body: unknown): readonly IssueInput[] {
  const { provider } = isJsonObject(body) ? body : {};
  const known = all.map(({ declaration }) => declaration.name);
  if (typeof provider !== 'string' || provider === '' || known.includes(provider)) return [];
  // What was given is not repeated: a credential may stand in the wrong place.
  const detail = withHint({ detail: 'There is no provider of this name.', value: provider, known });
  return [{ in: 'body', name: '/provider', detail }];
}
