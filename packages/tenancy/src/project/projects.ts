import type { Actor } from '@writ/contracts';
import {
  isId,
  newId,
  unlessTaken,
  type Database,
  type OwnRetention,
  type Prisma,
  type Queryable,
  type Transaction,
} from '@writ/db';
import { insertAuditEntries } from '../audit/audit-entries.ts';
import { lockProject } from './lock-project.ts';

export type Project = Prisma.ProjectGetPayload<object>;

type Switches = { pageKeys?: boolean; gather?: boolean };
type Changes = { name?: string; appName?: string } & Switches & Partial<OwnRetention>;

/** `sent-outlives`: it would keep sent records longer than their operations. */
type Changed = Project | 'name-taken' | 'sent-outlives';

/** SQL for a lateral join: the settings of a project that matter for a write. */
export const projectSettings = (projectId: string): string =>
  `SELECT gather FROM project WHERE id = ${projectId} LIMIT 1`;

export const projects = ({ prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>) => ({
  find: async (idOrName: string): Promise<Project | undefined> => {
    if (idOrName.includes('\0')) return undefined;
    const where = isId(idOrName) ? { id: idOrName } : { name: idOrName };
    return (await prisma.project.findUnique({ where })) ?? undefined;
  },
  list: (): Promise<Project[]> => prisma.project.findMany({ orderBy: { id: 'asc' } }),
  insert: (
    project: { name: string; appName: string } & Switches,
    by: Actor,
  ): Promise<Project | 'name-taken'> =>
    unlessTaken(() =>
      transaction(async (tx) => {
        const after = await tx.prisma.project.create({ data: { id: newId(), ...project } });
        return audited(tx, by, after);
      }),
    ),
  change: (id: string, changes: Changes, by: Actor): Promise<Changed> =>
    unlessTaken<Changed>(() =>
      transaction(async (tx): Promise<Changed> => {
        await lockProject(tx.sql, id);
        const before = await tx.prisma.project.findUniqueOrThrow({ where: { id } });
        if (sentOutlives({ ...before, ...changes })) return 'sent-outlives';
        const data = { ...changes, updateTime: new Date() };
        return audited(tx, by, await tx.prisma.project.update({ where: { id }, data }), before);
      }),
    ),
});

const sentOutlives = ({
  sentRetentionDays: sent,
  operationRetentionDays: operation,
}: Partial<OwnRetention>) => (sent ?? 0) > (operation ?? Infinity);

/**
 * The most days that one of these projects keeps operations or sent records by its own setting; 0 if none has
 * one.
 */
export async function longestOwnRetention(db: Queryable, projectIds: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ days: number }>(
    `SELECT coalesce(max(greatest(sent_retention_days, operation_retention_days)), 0) AS days
     FROM project WHERE id = ANY ($1::uuid[])`,
    [projectIds],
  );
  return rows[0]?.days ?? 0;
}

async function audited(
  { prisma }: Transaction,
  by: Actor,
  after: Project,
  before?: Project,
): Promise<Project> {
  const shown = (project: Project) => ({ ...project, projectId: project.id });
  await insertAuditEntries(prisma, by, {
    resource: 'project',
    ...(before && { before: shown(before) }),
    after: shown(after),
  });
  return after;
}
