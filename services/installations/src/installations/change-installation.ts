import { configContentSchema } from '@writ/contracts';
import { inTransaction, isId, type Database, type Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  changeInstallation,
  configFaults,
  findConnection,
  findInstallation,
  holdConnection,
  holdInstallation,
  withWriteSection,
  type ConfigContent,
  type ConfigFault,
  type Installation,
  type InstallationChange,
  type Integration,
} from '@writ/installation';
import { createSchemaCompiler, invalidInput, type IssueInput } from '@writ/problem-details';
import { toldFaults } from '../hint.ts';
import { installationUpdated } from './installation-events.ts';

/** The config of an installation, and the same with a `write` section in it, from which a change of one object begins. */
export type CurrentConfig = { content: ConfigContent; withWrite: ConfigContent };

/** What an installation shall become. `content`: whole, as it is after the change. */
export type WantedChange = {
  connectionId?: string;
  content?: ConfigContent;
  createdBy: string;
  /** Faults that were found on the way here; they are told with those of the content. */
  issues?: readonly IssueInput[];
  /** Which member of the body a fault of the content belongs to, by its place in the content. */
  nameOf: (pointer: string) => string;
};

export type ChangeInstallation = (
  key: { projectId: string; integration: Integration; id: string },
  /** Told the config as it is, held until the change is made; throws a refusal to leave it so. */
  want: (current: CurrentConfig) => WantedChange,
) => Promise<Installation | undefined>;

type ChangeDeps = { database: Pick<Database, 'pool'>; managementUrl: string; pokeRelay: () => void };

/** Changes an installation and tells about it. Each change of the config makes a new one; undefined: there is none. */
export function changeInstallationUseCase(deps: ChangeDeps): ChangeInstallation {
  const issuesIn = createCheck();
  return async ({ projectId, integration, id }, want) => {
    const changed = await inTransaction(deps.database.pool, async (tx) => {
      const key = { projectId, integrationId: integration.id, id };
      const before = await holdInstallation(tx, key);
      if (before === undefined) return undefined;
      const wanted = want(currentConfig(before, integration));
      const { connectionId } = wanted;
      if (connectionId !== undefined) {
        await holdConnection(tx, 'SHARE', () => findConnection(tx, projectId, connectionId));
      }
      const issues = await issuesIn(tx, before, wanted, integration);
      if (issues.length > 0) throw invalidInput(issues);
      const after = await changeInstallation(tx, before, changeOf(wanted, integration));
      await addToOutbox(tx, [installationUpdated(before, after, deps.managementUrl)]);
      return after;
    });
    if (changed) deps.pokeRelay();
    return changed;
  };
}

/** What is wrong with a change that is not to be made; undefined: there is no such installation. */
export type ChangeFaults = (
  ...change: Parameters<ChangeInstallation>
) => Promise<readonly IssueInput[] | undefined>;

export function changeFaults({ database }: Pick<ChangeDeps, 'database'>): ChangeFaults {
  const issuesIn = createCheck();
  return async ({ projectId, integration, id }, want) => {
    const before = await findInstallation(database.pool, { projectId, integrationId: integration.id, id });
    return before && issuesIn(database.pool, before, want(currentConfig(before, integration)), integration);
  };
}

const currentConfig = ({ config: { content } }: Installation, { content: manifest }: Integration) => ({
  content,
  withWrite: withWriteSection(content, manifest),
});

type Check = (
  db: Queryable,
  before: Installation,
  wanted: WantedChange,
  integration: Integration,
) => Promise<IssueInput[]>;

function createCheck(): Check {
  const checkContent = createSchemaCompiler()(configContentSchema, 'body');
  return async (db, before, wanted, integration) => {
    const ofForm = checkContent(wanted.content ?? {});
    return [
      ...(wanted.issues ?? []),
      ...ofForm.map((issue) => ({
        ...issue,
        name: wanted.nameOf(issue.name),
        context: { path: issue.name },
      })),
      // Content without the right form cannot be compared with the manifest.
      ...(ofForm.length === 0 ? newFaults(before, wanted, integration) : []),
      ...sizeIssues(wanted),
      ...(await connectionIssues(db, before.projectId, wanted, integration)),
    ];
  };
}

/** As large as the first one can be: changes would otherwise add up to what no process reads at once. */
const mostConfigBytes = 256 * 1024;

function sizeIssues({ content, nameOf }: WantedChange): IssueInput[] {
  const bytes = Buffer.byteLength(JSON.stringify(content ?? {}));
  if (bytes <= mostConfigBytes) return [];
  const detail = `The config would have ${bytes} bytes as JSON; it has ${mostConfigBytes} at most.`;
  return [{ in: 'body', name: nameOf(''), detail }];
}

const changeOf = (
  { connectionId, content, createdBy }: WantedChange,
  integration: Integration,
): InstallationChange => ({
  ...(connectionId !== undefined && { connectionId }),
  ...(content && { config: { revisionId: integration.revisionId, content, createdBy } }),
});

/** Faults against the revision in force, without those that the config had before: nobody made them now. */
function newFaults(
  before: Installation,
  { content, nameOf }: WantedChange,
  { content: manifest }: Integration,
): IssueInput[] {
  if (content === undefined) return [];
  const old = new Set(configFaults(before.config.content, manifest).map(identity));
  const found = configFaults(content, manifest).filter((fault) => !old.has(identity(fault)));
  return toldFaults(found).map(({ at, detail, value }) => ({
    in: 'body',
    name: nameOf(at),
    context: { path: at },
    detail,
    value,
  }));
}

const identity = ({ at, detail, value }: ConfigFault): string => JSON.stringify([at, detail, value]);

async function connectionIssues(
  tx: Queryable,
  projectId: string,
  { connectionId }: WantedChange,
  { provider }: Integration,
): Promise<IssueInput[]> {
  if (connectionId === undefined || !isId(connectionId)) return [];
  const connection = await findConnection(tx, projectId, connectionId);
  if (connection?.provider === provider) return [];
  const detail =
    connection === undefined
      ? 'The project has no connection with this id.'
      : `The connection leads to \`${connection.provider}\`, the integration to \`${provider}\`.`;
  return [{ in: 'body', name: '/installation/connectionId', detail, value: connectionId }];
}
