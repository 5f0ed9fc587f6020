/** An object of a section of the manifest; members that other systems use are kept as they came. */
export type ManifestObject = { objectName: string; inheritMapping?: boolean };

/** An integration's entry of the manifest (Specification, What the service does, 2). */
export type ManifestIntegration = {
  name: string;
  displayName?: string;
  provider: string;
  read?: { objects: readonly ManifestObject[] };
  write?: { objects: readonly ManifestObject[] };
  subscribe?: { objects: readonly ManifestObject[] };
  proxy?: { enabled?: boolean };
};

/** What `PUT …/integrations:batch` applies: integrations of a project. */
export type Manifest = { specVersion: string; integrations: readonly ManifestIntegration[] };
