import { askAgain, type Database } from '@writ/db';
import { projects, type Project } from '../project/projects.ts';
import { findApiKeys, type ApiKeyHolder } from './find-api-key.ts';

/** Where a host looks up who calls: keys, projects by id or name, and the administrators' token when there is one. */
export type CallerCredentials = {
  findApiKey: (key: string) => Promise<ApiKeyHolder | undefined>;
  findProject: (idOrName: string) => Promise<Project | undefined>;
  adminToken?: string;
};

/** What every host is given to know its callers by; always fresh. */
export function callerCredentials(database: Database, adminToken?: string): CallerCredentials {
  const repository = projects(database);
  return {
    findApiKey: findApiKeys(database),
    findProject: (idOrName) => askAgain(() => repository.find(idOrName)),
    ...(adminToken !== undefined && { adminToken }),
  };
}
