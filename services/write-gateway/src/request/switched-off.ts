import type { InstallationForWrite } from '@writ/installation';
import { Refusal } from '@writ/problem-details';

/** @throws Refusal where the installation has switched the object off: with the request that switches it on again. */
export function assertSwitchedOn(
  { objectSwitchedOff, projectId, integrationId, id }: InstallationForWrite,
  objectName: string,
): void {
  if (!objectSwitchedOff) return;
  const integration = `/v1/projects/${projectId}/integrations/${integrationId}`;
  const path = `${integration}/objects/${encodeURIComponent(objectName)}/config-content`;
  const change = { op: 'add', path: '/objectName', value: objectName };
  const body = { installationId: id, action: 'write', changes: [change] };
  throw new Refusal('object-switched-off', {
    detail: `The \`write\` section of the installation's config does not name \`${objectName}\`.`,
    remedy: `Send \`PATCH ${path}\` to the management host with the body \`${JSON.stringify(body)}\`.`,
  });
}
