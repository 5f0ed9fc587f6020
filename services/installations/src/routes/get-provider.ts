import { inputValidationProblemSchema, providerSchema } from '@writ/contracts';
import { endpoint, notFound, ok } from '@writ/http-kit';
import type { Providers } from '@writ/providers';
import { providerAnswer } from '../answers/provider-answer.ts';
import { withHint } from '../hint.ts';

export const getProvider = ({ providers }: { providers: Pick<Providers, 'all' | 'adapterFor'> }) =>
  endpoint({
    method: 'get',
    path: '/providers/:name',
    summary: 'Get what a provider can do',
    access: 'public',
    answers: { 200: providerSchema, 404: inputValidationProblemSchema },
    handle: ({ params: { name } }) => {
      const adapter = providers.adapterFor(name);
      if (adapter) return Promise.resolve(ok(providerAnswer(adapter.declaration)));
      const known = providers.all.map(({ declaration }) => declaration.name);
      const detail = withHint({ detail: 'There is no provider with this name.', value: name, known });
      throw notFound('path', 'name', name, detail);
    },
  });
