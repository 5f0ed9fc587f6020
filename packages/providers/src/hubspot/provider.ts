import type { Values } from '@writ/service-kit';
import type { Provider } from '../provider.ts';
import { hubspotDeclaration } from './declaration.ts';
import { createHubspotAdapter } from './hubspot-adapter.ts';
import { hubspotCauses } from './typical-causes.ts';
import { hubspotVariables } from './variables.ts';

type Variables = typeof hubspotVariables;
type Config = Values<Variables['url'] & Variables['call']> & Partial<Values<Variables['page']>>;

export const hubspot = {
  declaration: hubspotDeclaration,
  variables: hubspotVariables,
  urlVariable: 'HUBSPOT_BASE_URL',
  versionVariable: 'HUBSPOT_PATH_VERSION',
  createAdapter: (config, transport) =>
    createHubspotAdapter({
      transport,
      baseUrl: config.HUBSPOT_BASE_URL,
      pathVersion: config.HUBSPOT_PATH_VERSION,
      authorizeUrl: config.HUBSPOT_AUTHORIZE_URL,
    }),
  // HubSpot counts over ten seconds (Providers §4).
  quotaOf: (config) => ({ window: { limit: config.HUBSPOT_WINDOW_LIMIT, windowMs: 10_000 } }),
  typicalCauses: hubspotCauses,
  demo: {
    scopes: ['oauth', ...['contacts', 'companies', 'deals'].flatMap(scopesOf)],
    objects: ['contacts', 'companies', 'deals'],
    mapping: { mobile: 'mobilephone' },
    hasOwnAddress: false,
  },
} satisfies Provider<Config, Values<Variables['quota']>>;

function scopesOf(object: string): string[] {
  return [`crm.objects.${object}.read`, `crm.objects.${object}.write`];
}
