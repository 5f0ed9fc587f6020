import { askAgain, type Database } from '@writ/db';
import { projects, type Project } from '../project/projects.ts';
import { findApiKeys, type ApiKeyHolder } from './find-api-key.ts';
import { lastHolders } from './last-holders.ts';

/** Where a host looks up who calls: keys, projects by id or name, and the administrators' token when there is one. */
export type CallerCredentials = {
  findApiKey: (key: string) => Promise<ApiKeyHolder | undefined>;
  /** Who held the key when it was found last: a guess. */
  lastHolder: (key: string) => ApiKeyHolder | undefined;
  findProject: (idOrName: string) => Promise<Project | undefined>;
  adminToken?: string;
};

/**
 * What every host is given to know its callers by; always fresh.
 *
 * @param findApiKey where keys are looked up together with something else
 */
export function callerCredentials(
  database: Database,
  adminToken?: string,
  findApiKey = findApiKeys(database),
): CallerCredentials {
  const repository = projects(database);
  return {
    ...lastHolders(findApiKey),
    findProject: (idOrName) => askAgain(() => repository.find(idOrName)),
    ...(adminToken !== undefined && { adminToken }),
  };
}
