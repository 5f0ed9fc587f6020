import type { ManifestIntegration } from '@writ/installation';
import { providers } from '@writ/providers';

export const demoProject = { name: 'demo', appName: 'Demo' };
export const demoGroup = { groupRef: 'acme', groupName: 'Acme' };
export const demoSpecVersion = '1.0.0';

export type DemoInstallation = {
  entry: ManifestIntegration;
  app: { clientId: string; clientSecret: string; scopes: readonly string[] };
  accessToken: string;
  /** The object with deletion and mappings: the builder's name to the customer's. */
  people: string;
  mapping: Readonly<Record<string, string>>;
  /** In the sandbox; absent if accounts have no addresses of their own. */
  instancePath?: string;
};

export const demoInstallations = providers.map(({ declaration, demo }): DemoInstallation => {
  const { name, displayName } = declaration;
  const [people, ...others] = demo.objects;
  return {
    entry: {
      name: `demo-${name}`,
      displayName: `Demo ${displayName}`,
      provider: name,
      write: {
        objects: [
          { objectName: people, inheritMapping: true },
          ...others.map((objectName) => ({ objectName })),
        ],
      },
    },
    app: { clientId: `demo-${name}-app`, clientSecret: `demo-${name}-secret`, scopes: demo.scopes },
    accessToken: `sandbox-${name}-${demoGroup.groupRef}`,
    people,
    mapping: demo.mapping,
    ...(demo.hasOwnAddress && { instancePath: `/${name}` }),
  };
});
