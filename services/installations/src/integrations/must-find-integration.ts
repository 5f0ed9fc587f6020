import type { Queryable } from '@writ/db';
import { findIntegration, type Integration } from '@writ/installation';
import { notFound, type Fault } from '@writ/http-kit';

/** The integration that a path names. @throws Refusal when the project has none such. */
export async function mustFindIntegration(
  db: Queryable,
  projectId: string,
  idOrName: string,
): Promise<Integration> {
  const integration = await findIntegration(db, projectId, idOrName);
  if (integration === undefined) throw integrationNotFound(idOrName);
  return integration;
}

export const integrationNotFound = (idOrName: string): Fault =>
  notFound('path', 'integrationIdOrName', idOrName, 'The project has no integration with this id or name.');
