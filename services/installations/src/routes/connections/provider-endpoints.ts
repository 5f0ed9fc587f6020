import { providerSchema, providersSchema } from '@writ/contracts';
import { endpoint, ok, type Endpoint } from '@writ/http';
import { notFound } from '@writ/problems';
import { providerAnswer } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { withHint } from '../../hint.ts';

export const providerEndpoints = (deps: Deps): readonly Endpoint[] => [getProviders(deps), getProvider(deps)];

const getProviders = ({ providers }: Deps) =>
  endpoint({
    method: 'get',
    path: '/providers',
    summary: 'List the providers and what each can do',
    access: 'public',
    answers: { 200: providersSchema },
    handle: () => {
      const byName = providers.all.map((adapter) => [adapter.declaration.name, providerAnswer(adapter)]);
      return Promise.resolve(ok(Object.fromEntries(byName)));
    },
  });

const getProvider = ({ providers }: Deps) =>
  endpoint({
    method: 'get',
    path: '/providers/:name',
    summary: 'Get what a provider can do',
    access: 'public',
    answers: { 200: providerSchema },
    handle: ({ params: { name } }) => {
      const adapter = providers.adapterFor(name);
      if (adapter) return Promise.resolve(ok(providerAnswer(adapter)));
      const known = providers.all.map(({ declaration }) => declaration.name);
      const detail = withHint({ detail: 'There is no provider with this name.', value: name, known });
      throw notFound('path', 'name', name, detail);
    },
  });
