import { askAgain, type Database } from '@writ/db';
import { projects, type Project } from '../project/projects.ts';
import { findApiKeys } from './find-api-key.ts';

/**
 * Where a host looks up who calls, always fresh: keys, projects by id or name, and the administrators' token when there
 * is one.
 */
export function callerCredentials(database: Database, adminToken?: string) {
  const repository = projects(database);
  return {
    findApiKey: findApiKeys(database),
    findProject: (idOrName: string): Promise<Project | undefined> =>
      askAgain(() => repository.find(idOrName)),
    ...(adminToken !== undefined && { adminToken }),
  };
}
