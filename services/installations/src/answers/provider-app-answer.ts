import type { ProviderAppAnswer } from '@writ/contracts';
import type { ProviderApp } from '@writ/installation';
import { timesOf } from './times-of.ts';

export const providerAppAnswer = (app: ProviderApp): ProviderAppAnswer => ({
  id: app.id,
  projectId: app.projectId,
  provider: app.provider,
  clientId: app.clientId,
  scopes: app.scopes,
  ...timesOf(app),
});
