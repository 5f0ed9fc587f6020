import type { WriteRequest } from '@writ/contracts';
import type { InIntegration, InstallationForWrite } from '@writ/installation';
import { Fault, faultOf, nearestName, notFound, type IssueInput } from '@writ/problems';
import {
  looksFirst,
  mappingNotes,
  noteLines,
  planWrite,
  toWriteSettings,
  type NoteLine,
  type PlannedWrite,
  type ProviderDeclaration,
  type WritePlan,
} from '@writ/write-core';
import { providerRules } from './provider-rules.ts';
import { toWriteCommand } from './to-write-command.ts';

type NamedObject = Pick<IssueInput, 'in' | 'name'> & { value: string };

type TargetOf<Adapter> = {
  adapterFor: (provider: string) => Adapter | undefined;
  request: WriteRequest;
  object: NamedObject;
};

/**
 * Plans a request for its target, or returns every error of the target: what the provider lacks, a
 * switched-off object, disabled deletion, or an impossible plan. Sends nothing.
 */
export function lookAtTarget<Adapter extends { declaration: ProviderDeclaration }>(
  found: InIntegration,
  { adapterFor, request, object }: TargetOf<Adapter>,
) {
  const { provider } = found.kind === 'found' ? found.installation : found;
  const adapter = adapterFor(provider);
  if (!adapter) throw new Error(`There is no adapter for the provider ${provider}`);
  const unsupported = faultOf(providerRules(request, adapter.declaration));
  if (found.kind === 'no-installation') {
    const { writableObjects } = found;
    const unwritable = writableObjects && notWritable(object, writableObjects);
    return { unsupported, unwritable, write: noInstallation(request.groupRef) };
  }
  if (found.kind === 'object-not-in-manifest')
    return { unsupported, write: notWritable(object, found.writableObjects) };
  const { installation } = found;
  const command = toWriteCommand(request);
  const settings = toWriteSettings(installation, adapter.declaration);
  const { issues, plan, notes } = withWhole(planWrite(command, settings), adapter.declaration);
  const isPartial = !unsupported && plan.records.some(({ refused }) => refused);
  return {
    unsupported,
    connection: foreignConnection(installation),
    switchedOff: switchedOff(installation, object),
    undeletable:
      command.kind === 'delete' && installation.objectConfig?.deletionSettings?.enabled !== true
        ? deletionDisabled()
        : undefined,
    write: (isPartial ? undefined : faultOf(issues.map(toIssue))) ?? {
      plan,
      notes: [
        ...noteLines(notes, plan.form),
        ...(command.kind === 'delete' ? [] : mappingNotes(settings)),
        ...neverTogether(plan, adapter.declaration),
      ],
      installation,
      adapter,
      command,
      settings,
    },
  };
}

const toIssue = ({ name, detail, value }: PlannedWrite['issues'][number]): IssueInput => ({
  in: 'body',
  name,
  detail,
  value,
});

const neverTogether = (
  { form, type, allOrNone }: WritePlan,
  { batch, displayName }: ProviderDeclaration,
): NoteLine[] =>
  form === 'batch' && isWithoutWhole(type) && allOrNone && batch?.allOrNone[type] === false
    ? [
        {
          severity: 'WARNING',
          msg: `${type === 'update' ? 'Updates' : 'Upserts'} at ${displayName} are never all-or-none: what could be written was written.`,
          details: { note: 'never-all-or-none' },
        },
      ]
    : [];

const isWithoutWhole = (type: WritePlan['type']): type is 'update' | 'upsert' =>
  type === 'update' || type === 'upsert';

/** One call writes such a batch, so it cannot depend on which records exist. */
function withWhole(planned: PlannedWrite, { batch }: ProviderDeclaration): PlannedWrite {
  const { plan, issues } = planned;
  const isWhole = plan.type === 'upsert' && plan.allOrNone && batch?.allOrNone.upsert === true;
  if (!isWhole || !plan.records.some(looksFirst)) return planned;
  const detail =
    "What is written to a record here depends on whether it exists (by `onMissing`, or by the settings of the installation), so these upserts can't be written all or none: leave `allOrNone` out.";
  return { ...planned, issues: [...issues, { name: '/batchPolicy/allOrNone', detail, value: true }] };
}

export const noIntegration = (idOrName: string): Fault =>
  notFound('path', 'integrationIdOrName', idOrName, 'The project has no integration with this id or name.');

function noInstallation(groupRef: string): Fault {
  const detail = 'No installation of this integration belongs to this group.';
  return new Fault('installation-not-found', [{ in: 'body', name: '/groupRef', detail, value: groupRef }]);
}

/** A manifest may list a megabyte of objects. */
const mostNamed = 100;

function notWritable(object: NamedObject, writable: readonly string[]): Fault {
  const near = nearestName(object.value, writable);
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  const issue = {
    ...object,
    detail: `The manifest's \`write\` section does not list \`${object.value}\`.${hint}`,
  };
  const more = writable.length - mostNamed;
  return new Fault('object-not-writable', [issue], {
    context: {
      writableObjects: writable.slice(0, mostNamed),
      ...(more > 0 && { moreWritableObjects: more }),
    },
  });
}

function deletionDisabled(): Fault {
  const detail = "The installation's config does not enable deletion for this object.";
  return new Fault('deletion-disabled', [{ in: 'body', name: '/type', detail, value: 'delete' }]);
}

/** Older rows may have a connection of another group, which is refused now. */
function foreignConnection({
  foreignConnection: isForeign,
  projectId,
  integrationId,
  id,
  groupRef,
  connectionId,
}: InstallationForWrite): Fault | undefined {
  if (!isForeign) return undefined;
  const path = `/v1/projects/${projectId}/integrations/${integrationId}/installations/${id}`;
  const detail = `The connection of the installation belongs to another group than \`${groupRef}\`, so nothing is sent through it.`;
  const remedy = `Name a connection of the group as \`connectionId\` with \`PATCH ${path}\` at the management host.`;
  const issue = { in: 'path', name: 'integrationIdOrName', detail, remedy } as const;
  return new Fault('connection-not-working', [issue], { remedy, context: { connectionId } });
}

/** Its remedy is the request that switches the object on. */
function switchedOff(
  { objectSwitchedOff, projectId, integrationId, id }: InstallationForWrite,
  object: NamedObject,
): Fault | undefined {
  if (!objectSwitchedOff) return undefined;
  const objectName = object.value;
  const integration = `/v1/projects/${projectId}/integrations/${integrationId}`;
  const path = `${integration}/objects/${encodeURIComponent(objectName)}/config-content`;
  const change = { op: 'add', path: '/objectName', value: objectName };
  const body = { installationId: id, action: 'write', changes: [change] };
  const detail = `The \`write\` section of the installation's config does not name \`${objectName}\`.`;
  const remedy = `Send \`PATCH ${path}\` to the management host with the body \`${JSON.stringify(body)}\`.`;
  return new Fault('object-switched-off', [{ ...object, detail, remedy }], { remedy });
}
