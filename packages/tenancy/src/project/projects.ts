import type { Actor } from '@writ/contracts';
import { isId, newId, unlessTaken, type Database, type Prisma, type Transaction } from '@writ/db';
import { insertAuditEntries } from '../audit/audit-entries.ts';
import { lockProject } from './lock-project.ts';

export type Project = Prisma.ProjectGetPayload<object>;

type Switches = { pageKeys?: boolean; gather?: boolean };

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
  change: (
    id: string,
    changes: { name?: string; appName?: string } & Switches,
    by: Actor,
  ): Promise<Project | 'name-taken'> =>
    unlessTaken(() =>
      transaction(async (tx) => {
        await lockProject(tx.sql, id);
        const before = await tx.prisma.project.findUniqueOrThrow({ where: { id } });
        const data = { ...changes, updateTime: new Date() };
        return audited(tx, by, await tx.prisma.project.update({ where: { id }, data }), before);
      }),
    ),
});

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
