import { providerListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { providerAnswer } from '../answers.ts';
import type { Deps } from '../deps.ts';

export const getProviders = ({ providers }: Deps) =>
  endpoint({
    method: 'get',
    path: '/providers',
    summary: 'List the providers and what each can do',
    access: 'public',
    answers: { 200: providerListSchema },
    handle: () => Promise.resolve(ok(providers.all.map(({ declaration }) => providerAnswer(declaration)))),
  });
