import { isId, newId, unlessTaken, type Database } from '@writ/db';

export type Project = {
  id: string;
  name: string;
  appName: string;
  createTime: Date;
  updateTime: Date | null;
};

/** Projects: the tenants. */
export type ProjectRepository = {
  /** By id or name. */
  find(idOrName: string): Promise<Project | undefined>;
  list(): Promise<Project[]>;
  insert(project: { name: string; appName: string }): Promise<Project | 'name-taken'>;
  change(id: string, changes: { name?: string; appName?: string }): Promise<Project | 'name-taken'>;
};

export function projects({ prisma }: Pick<Database, 'prisma'>): ProjectRepository {
  return {
    find: async (idOrName) => {
      if (idOrName.includes('\0')) return undefined;
      const where = isId(idOrName) ? { id: idOrName } : { name: idOrName };
      return (await prisma.project.findUnique({ where })) ?? undefined;
    },
    list: () => prisma.project.findMany({ orderBy: { id: 'asc' } }),
    insert: ({ name, appName }) =>
      unlessTaken(() => prisma.project.create({ data: { id: newId(), name, appName } })),
    change: (id, changes) =>
      unlessTaken(() =>
        prisma.project.update({ where: { id }, data: { ...changes, updateTime: new Date() } }),
      ),
  };
}
