import type { InstallationForWrite } from '@writ/installation';
import { Fault } from '@writ/http-kit';

/** The fault of a write to an object that the installation has switched off: with the request that switches it on again. */
export function switchedOff(
  { objectSwitchedOff, projectId, integrationId, id }: InstallationForWrite,
  objectName: string,
): Fault | undefined {
  if (!objectSwitchedOff) return undefined;
  const integration = `/v1/projects/${projectId}/integrations/${integrationId}`;
  const path = `${integration}/objects/${encodeURIComponent(objectName)}/config-content`;
  const change = { op: 'add', path: '/objectName', value: objectName };
  const body = { installationId: id, action: 'write', changes: [change] };
  const detail = `The \`write\` section of the installation's config does not name \`${objectName}\`.`;
  const remedy = `Send \`PATCH ${path}\` to the management host with the body \`${JSON.stringify(body)}\`.`;
  const issue = { in: 'path', name: 'objectName', detail, value: objectName, remedy } as const;
  return new Fault('object-switched-off', [issue], { remedy });
}
