import type { Call } from '../http/create-call.ts';
import type { Store } from '../state.ts';
import type { ConfigContent } from '../types.ts';

export type InstallationNames = {
  /** Id or name. */
  integration: string;
  groupRef: string;
  groupName?: string;
  /** The person in front of the page. */
  consumerRef?: string;
  consumerName?: string;
  /** If nothing is installed; default: every object of the manifest is on. */
  initial?: ConfigContent;
};

export type Deps = {
  call: Call;
  store: Store;
  names: InstallationNames;
  project: string;
  /** `ofGroup` is the query for the group's own. */
  paths: { project: string; integration: string; installations: string; ofGroup: string };
};

export function pathsOf(project: string, { integration, groupRef }: InstallationNames): Deps['paths'] {
  const root = `/projects/${encodeURIComponent(project)}`;
  const path = `${root}/integrations/${encodeURIComponent(integration)}`;
  return {
    project: root,
    integration: path,
    installations: `${path}/installations`,
    ofGroup: `?groupRef=${encodeURIComponent(groupRef)}`,
  };
}
