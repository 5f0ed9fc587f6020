import { askAgain, type Database } from '@writ/db';
import { projects, type Project } from '../project/projects.ts';
import { findHolders } from '../keys/find-holder.ts';
import { findSignedIn } from '../sessions/sessions.ts';
import type { KeyUses } from '../keys/key-uses.ts';
import type { ReadToken } from '../keys/read-token.ts';

/** How a host finds its callers. Every look-up reads the database. */
export function callerCredentials(
  database: Database,
  {
    readToken,
    adminToken,
    noteUse,
  }: { readToken: ReadToken; adminToken?: string | undefined; noteUse?: KeyUses['note'] },
) {
  const repository = projects(database);
  return {
    findHolder: findHolders(database, readToken),
    findProject: (idOrName: string): Promise<Project | undefined> =>
      askAgain(() => repository.find(idOrName)),
    ...(adminToken !== undefined && { adminToken }),
    findSignedIn: findSignedIn(database, adminToken),
    ...(noteUse && { noteUse }),
  };
}
