import {
  configContentSchema,
  forbiddenMembers,
  forbiddenName,
  mostOfConfig,
  type Actor,
  type ConfigContent,
} from '@writ/contracts';
import type { Transaction } from '@writ/db';
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
} from '@writ/problems';
import type { Deps } from '../deps.ts';
import { toldFaults } from '../hint.ts';
import { integrationNotFound } from '../not-found.ts';
import { noteInstallation } from './installation-events.ts';
import { changedSince } from './changed-since.ts';
import { limitFaults } from './config-limits.ts';
import { namedConnection } from './named-connection.ts';

/** `withWrite` has a `write` section, from which changes of one object start. */
export type CurrentConfig = { content: ConfigContent; withWrite: ConfigContent };

/** The new state. `content` is the whole content. */
export type WantedChange = {
  content?: ConfigContent;
  /** Its errors are tolerated: the restored content, else the one in force. */
  stored?: ConfigContent;
  createdBy: string;
  /** Listed with the errors of the content. */
  issues?: readonly IssueInput[];
  /** Maps a place in the content to one in the request. */
  placeOf: (pointer: string) => RequestPlace;
};

/** The value there, unless it is itself wrong. */
export type RequestPlace = Pick<IssueInput, 'in' | 'name' | 'value'>;

type ChangeNames = {
  projectId: string;
  integrationIdOrName: string;
  installation: { id: string } | { groupRef: string };
  /** The caller's only group; empty: all. */
  ofGroup: { groupRef?: string };
  missing: Fault;
  /** The 404 of something else in the request. */
  unfound?: Fault | undefined;
  connectionId?: string | undefined;
  ifMatch: string | undefined;
  by: Actor;
};

/**
 * Changes an installation, with its event. Changed content becomes a new config.
 * @param want gets the config in force, locked; may throw
 * @throws Fault with every error of state
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
    await noteInstallation(tx, { by: names.by, baseUrl: managementUrl }, { before, after });
    return after;
  });
  pokeRelay();
  return changed;
}

/** Locks what the request names, and collects the errors. */
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
    // Don't judge a change of another config by this one.
    wanted:
      integration && before
        ? (changedSince(before, ifMatch) ?? unfound ?? judged(before, integration, { want, providers }))
        : missing,
  };
}

const checkContent = createSchemaCompiler()(configContentSchema, 'body');

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
    // Content of a wrong form cannot be compared with the manifest.
    ...(ofForm.length === 0 ? newFaults(content, wanted, faultsOf) : []),
    ...forbiddenIssues(wanted),
    ...limitIssues(stored, wanted),
  ];
  return faultOf(issues) ?? wanted;
}

/** A mask can name members that bodies may not have. */
const forbiddenIssues = ({ content, placeOf }: WantedChange): IssueInput[] =>
  [...forbiddenMembers(content)].map((at) => ({
    context: { path: at },
    detail: forbiddenName,
    ...placeOf(at),
  }));

/** A mask reaches deeper than a body, and changes add up. Tolerates errors of an older config. */
function limitIssues(before: ConfigContent, { content = {}, placeOf }: WantedChange): IssueInput[] {
  const old = new Set(shapeFaults(before, mostOfConfig.levels).map(({ at }) => at));
  return limitFaults(content, before)
    .filter(({ at }) => !old.has(at))
    .map(({ at, ...fault }) => ({ context: { path: at }, ...fault, ...placeOf(at) }));
}

const formFaults = (content: ConfigContent): ConfigFault[] =>
  checkContent(content).map(({ name, ...fault }) => ({ at: name, ...fault }));

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
