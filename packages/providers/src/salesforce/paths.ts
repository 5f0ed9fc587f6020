/** `66.0` → `/services/data/v66.0` (Providers §1.1). */
export const dataPath = (version: string): string => `/services/data/v${version}`;

export const objectPath = (version: string, objectName: string): string =>
  `${dataPath(version)}/sobjects/${encodeURIComponent(objectName)}`;

export const recordPath = (version: string, objectName: string, id: string): string =>
  `${objectPath(version, objectName)}/${encodeURIComponent(id)}`;

export const collectionPath = (version: string): string => `${dataPath(version)}/composite/sobjects`;

export const identityPath = '/services/oauth2/userinfo';

export const tokenPath = '/services/oauth2/token';
