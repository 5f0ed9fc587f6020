import type { Values } from '@writ/service-kit';
import type { Provider } from '../provider.ts';
import { salesforceDeclaration } from './declaration.ts';
import { createSalesforceAdapter } from './salesforce-adapter.ts';
import { salesforceCauses } from './typical-causes.ts';
import { salesforceVariables } from './variables.ts';

type Variables = typeof salesforceVariables;
type Config = Values<Variables['url'] & Variables['call']> & Partial<Values<Variables['page']>>;

export const salesforce = {
  declaration: salesforceDeclaration,
  variables: salesforceVariables,
  urlVariable: 'SALESFORCE_LOGIN_URL',
  versionVariable: 'SALESFORCE_API_VERSION',
  createAdapter: (config, transport) =>
    createSalesforceAdapter({
      transport,
      loginUrl: config.SALESFORCE_LOGIN_URL,
      apiVersion: config.SALESFORCE_API_VERSION,
      allowHosts: config.SALESFORCE_ALLOW_HOSTS,
      authorizeUrl: config.SALESFORCE_AUTHORIZE_URL,
    }),
  quotaOf: (config) => ({
    asynchronousDailyShare: config.SALESFORCE_DAILY_PERCENT / 100,
    // An org that several clients write to concurrently starts to lock (Providers §4).
    firstConcurrency: 6,
  }),
  typicalCauses: salesforceCauses,
  demo: {
    scopes: ['api', 'refresh_token', 'openid'],
    objects: ['Contact', 'Account', 'Lead'],
    mapping: { mobile: 'MobilePhone' },
    hasOwnAddress: true,
  },
} satisfies Provider<Config, Values<Variables['quota']>>;
