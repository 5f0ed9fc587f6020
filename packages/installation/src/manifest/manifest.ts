/** Unknown members are kept. */
export type ManifestObject = { objectName: string; inheritMapping?: boolean };

export type ManifestIntegration = {
  name: string;
  displayName?: string;
  provider: string;
  read?: { objects: readonly ManifestObject[] };
  write?: { objects: readonly ManifestObject[] };
  subscribe?: { objects: readonly ManifestObject[] };
  proxy?: { enabled?: boolean };
};

export type Manifest = { specVersion: string; integrations: readonly ManifestIntegration[] };
