import { isId, newId, unlessTaken, type Database, type Prisma } from '@writ/db';

export type Project = Prisma.ProjectGetPayload<object>;

export type ProjectRepository = ReturnType<typeof projects>;

/** Projects: the tenants. */
export const projects = ({ prisma }: Pick<Database, 'prisma'>) => ({
  /** By id or name. */
  find: async (idOrName: string): Promise<Project | undefined> => {
    if (idOrName.includes('\0')) return undefined;
    const where = isId(idOrName) ? { id: idOrName } : { name: idOrName };
    return (await prisma.project.findUnique({ where })) ?? undefined;
  },
  list: (): Promise<Project[]> => prisma.project.findMany({ orderBy: { id: 'asc' } }),
  insert: (project: { name: string; appName: string }): Promise<Project | 'name-taken'> =>
    unlessTaken(() => prisma.project.create({ data: { id: newId(), ...project } })),
  change: (id: string, changes: { name?: string; appName?: string }): Promise<Project | 'name-taken'> =>
    unlessTaken(() => prisma.project.update({ where: { id }, data: { ...changes, updateTime: new Date() } })),
});
