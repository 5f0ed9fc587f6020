import {
  configContentSchema,
  forbiddenMembers,
  forbiddenName,
  mostOfConfig,
  type Actor,
  type ConfigContent,
} from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  changeInstallation,
  configFaults,
  findIntegration,
  holdInstallation,
  withWriteSection,
  type ConfigFault,
  type Installation,
  type Integration,
} from '@writ/installation';
import {
  createSchemaCompiler,
  faultOf,
  shapeFaults,
  withoutFaults,
  type Fault,
  type IssueInput,
} from '@writ/http-kit';
import { insertAuditEntries } from '@writ/tenancy';
import type { Deps } from '../deps.ts';
import { toldFaults } from '../hint.ts';
import { integrationNotFound } from '../not-found.ts';
import { installationEvent } from './installation-events.ts';
import { changedSince } from './changed-since.ts';
import { limitFaults } from './config-limits.ts';
import { namedConnection } from './named-connection.ts';
import { shownInstallation } from './shown-installation.ts';

/** The config of an installation, and the same with a `write` section in it, from which a change of one object begins. */
export type CurrentConfig = { content: ConfigContent; withWrite: ConfigContent };

/** What an installation shall become. `content`: whole, as it is after the change. */
export type WantedChange = {
  content?: ConfigContent;
  /** The stored content whose faults it may have: of an older config that is restored; else of the one in force. */
  stored?: ConfigContent;
  createdBy: string;
  /** Faults that were found on the way here; they are told with those of the content. */
  issues?: readonly IssueInput[];
  /** Where the request has what a fault of the content belongs to, by its place in the content. */
  placeOf: (pointer: string) => RequestPlace;
};

/** A place in a request; with what stands there, where that is not the value that is at fault. */
export type RequestPlace = Pick<IssueInput, 'in' | 'name' | 'value'>;

/** What a request to change an installation names. */
type ChangeNames = {
  projectId: string;
  integrationIdOrName: string;
  installation: { id: string } | { groupRef: string };
  /** The only group whose installations and connections count; empty: those of all. */
  ofGroup: { groupRef?: string };
  /** Told where the integration has no such installation. */
  missing: Fault;
  /** Told where there is the installation, and what else the request names of it is nowhere. */
  unfound?: Fault | undefined;
  /** The connection that it shall write through from now on. */
  connectionId?: string | undefined;
  /** The `If-Match` of the request: the config that it may change. */
  ifMatch: string | undefined;
  by: Actor;
};

/**
 * Changes an installation and tells about it. Each change of the config makes a new one.
 *
 * @param want is told the config as it is, held until the change is made; throws a refusal to leave it so
 * @throws Fault that tells all of them; then nothing is changed
 */
export async function updateInstallation(
  { database, managementUrl, pokeRelay, providers }: Deps,
  names: ChangeNames,
  want: (current: CurrentConfig) => WantedChange,
): Promise<Installation> {
  const changed = await database.transaction(async (tx) => {
    const { integration, before, connection, wanted } = withoutFaults(await look(tx, names, want, providers));
    const { content, createdBy } = wanted;
    const after = await changeInstallation(tx.prisma, before, {
      ...(connection && { connectionId: connection.id }),
      ...(content && { config: { revisionId: integration.revisionId, content, createdBy } }),
    });
    await addToOutbox(tx.sql, [installationEvent('installation.updated', after, managementUrl, before)]);
    await insertAuditEntries(tx.prisma, names.by, {
      resource: 'installation',
      before: shownInstallation(before),
      after: shownInstallation(after),
    });
    return after;
  });
  pokeRelay();
  return changed;
}

/** Where the names of a request lead, held until the end, and what is wanted there or speaks against it. */
async function look(
  tx: Transaction,
  names: ChangeNames,
  want: (current: CurrentConfig) => WantedChange,
  providers: Deps['providers'],
) {
  const { projectId, integrationIdOrName, connectionId, ofGroup, installation, ifMatch } = names;
  const integration = await findIntegration(tx.prisma, projectId, integrationIdOrName);
  const key = integration && { projectId, integrationId: integration.id, ...ofGroup, ...installation };
  const before = key && (await holdInstallation(tx, key));
  const missing = integration ? names.missing : integrationNotFound(integrationIdOrName);
  const unfound = before && names.unfound;
  const connection = {
    projectId,
    connectionId,
    ofGroup,
    name: '/installation/connectionId',
    groupRef: before?.groupRef,
  };
  return {
    integration: integration ?? missing,
    before: before ?? missing,
    connection: await namedConnection(tx, connection, integration),
    unfound,
    // What is wanted of another config than the one in force is not judged by this one.
    wanted:
      integration && before
        ? (changedSince(before, ifMatch) ?? unfound ?? judged(before, integration, { want, providers }))
        : missing,
  };
}

const checkContent = createSchemaCompiler()(configContentSchema, 'body');

/** Gives what is wanted, or all that is wrong with it. */
function judged(
  { config: { content } }: Installation,
  { revision: { content: manifest } }: Integration,
  { want, providers }: { want: (current: CurrentConfig) => WantedChange; providers: Deps['providers'] },
): WantedChange | Fault {
  const wanted = want({ content, withWrite: withWriteSection(content, manifest) });
  const { stored = content } = wanted;
  const fieldKeyOf = providers.adapterFor(manifest.provider)?.declaration.fieldKeyOf;
  const faultsOf = (one: ConfigContent) => configFaults(one, manifest, fieldKeyOf);
  const ofForm = newFaults(stored, wanted, formFaults);
  const issues = [
    ...(wanted.issues ?? []),
    ...ofForm,
    // Content without the right form cannot be compared with the manifest.
    ...(ofForm.length === 0 ? newFaults(content, wanted, faultsOf) : []),
    ...forbiddenIssues(wanted),
    ...limitIssues(stored, wanted),
  ];
  return faultOf(issues) ?? wanted;
}

/** A path can lead to members that no body may have: sent back as it was answered, the config would be refused. */
const forbiddenIssues = ({ content, placeOf }: WantedChange): IssueInput[] =>
  [...forbiddenMembers(content)].map((at) => ({
    context: { path: at },
    detail: forbiddenName,
    ...placeOf(at),
  }));

/** A path leads deeper than a body, and changes add up. What an older config has is not told: nobody made it now. */
function limitIssues(before: ConfigContent, { content = {}, placeOf }: WantedChange): IssueInput[] {
  const old = new Set(shapeFaults(before, mostOfConfig.levels).map(({ at }) => at));
  return limitFaults(content, before)
    .filter(({ at }) => !old.has(at))
    .map(({ at, ...fault }) => ({ context: { path: at }, ...fault, ...placeOf(at) }));
}

const formFaults = (content: ConfigContent): ConfigFault[] =>
  checkContent(content).map(({ name, ...fault }) => ({ at: name, ...fault }));

/** Faults without those that the config had before: nobody made them now. */
function newFaults(
  before: ConfigContent,
  { content, placeOf }: WantedChange,
  faultsOf: (content: ConfigContent) => readonly ConfigFault[],
): IssueInput[] {
  if (content === undefined) return [];
  const old = new Set(faultsOf(before).map(identity));
  const found = faultsOf(content).filter((fault) => !old.has(identity(fault)));
  return toldFaults(found).map(({ at, detail, value }) => ({
    context: { path: at },
    detail,
    value,
    ...placeOf(at),
  }));
}

const identity = ({ at, detail, value }: ConfigFault): string => JSON.stringify([at, detail, value]);
