import type { Installation } from '@writ/installation';

/** An installation as the audit shows it: its configs are kept, and told by their ids. */
export const shownInstallation = ({
  id,
  projectId,
  integrationId,
  groupRef,
  groupName,
  connectionId,
  configId,
}: Installation) => ({ id, projectId, integrationId, groupRef, groupName, connectionId, configId });
