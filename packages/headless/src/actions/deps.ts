import type { Call } from '../http/create-call.ts';
import type { Store } from '../state.ts';
import type { ConfigContent } from '../types.ts';

/** Whose installation of which integration. */
export type InstallationNames = {
  /** Id or name. */
  integration: string;
  groupRef: string;
  groupName?: string;
  /** The person in front of the page. */
  consumerRef?: string;
  consumerName?: string;
  /** What the draft is where nothing is installed; without it what the manifest alone decides: every object is on. */
  initial?: ConfigContent;
};

export type Deps = {
  call: Call;
  store: Store;
  names: InstallationNames;
  project: string;
  /** Path of the project; of the integration; its installations; the query that leaves those of the group. */
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
