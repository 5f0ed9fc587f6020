import { providerListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { Providers } from '@writ/providers';
import { providerAnswer } from '../answers/provider-answer.ts';

export const getProviders = ({ providers }: { providers: Pick<Providers, 'all'> }) =>
  endpoint({
    method: 'get',
    path: '/providers',
    summary: 'List the providers and what each can do',
    access: 'public',
    answers: { 200: providerListSchema },
    handle: () => Promise.resolve(ok(providers.all.map(({ declaration }) => providerAnswer(declaration)))),
  });
