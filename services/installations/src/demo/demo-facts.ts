import type { ManifestIntegration } from '@writ/installation';

export const demoProject = { name: 'demo', appName: 'Demo' };
export const demoGroup = { groupRef: 'acme', groupName: 'Acme' };
export const demoSpecVersion = '1.0.0';

/** What the demo installs for its group: an integration, the sandbox account behind it, and its settings. */
export type DemoInstallation = {
  entry: ManifestIntegration;
  /** The builder's app at the sandbox, in whose name a person is asked for consent. */
  app: { clientId: string; clientSecret: string; scopes: readonly string[] };
  accessToken: string;
  /** The object whose records may be deleted, and whose fields are mapped: the builder's name to the customer's. */
  people: string;
  mapping: Readonly<Record<string, string>>;
  /** Path of the sandbox at which the account is called, where accounts have addresses of their own. */
  instancePath?: string;
};

const writes = (people: string, ...others: string[]) => ({
  objects: [{ objectName: people, inheritMapping: true }, ...others.map((objectName) => ({ objectName }))],
});

const hubspotScopes = (object: string) => [`crm.objects.${object}.read`, `crm.objects.${object}.write`];

export const demoInstallations: readonly DemoInstallation[] = [
  {
    entry: {
      name: 'demo-hubspot',
      displayName: 'Demo HubSpot',
      provider: 'hubspot',
      write: writes('contacts', 'companies', 'deals'),
    },
    app: {
      clientId: 'demo-hubspot-app',
      clientSecret: 'demo-hubspot-secret',
      scopes: ['oauth', ...['contacts', 'companies', 'deals'].flatMap(hubspotScopes)],
    },
    accessToken: 'sandbox-hubspot-acme',
    people: 'contacts',
    mapping: { mobile: 'mobilephone' },
  },
  {
    entry: {
      name: 'demo-salesforce',
      displayName: 'Demo Salesforce',
      provider: 'salesforce',
      write: writes('Contact', 'Account', 'Lead'),
    },
    app: {
      clientId: 'demo-salesforce-app',
      clientSecret: 'demo-salesforce-secret',
      scopes: ['api', 'refresh_token', 'openid'],
    },
    accessToken: 'sandbox-salesforce-acme',
    people: 'Contact',
    mapping: { mobile: 'MobilePhone' },
    instancePath: '/salesforce',
  },
];
