import { auditPageSchema, auditQuerySchema, type AuditEntry, type AuditQuery } from '@writ/contracts';
import { endpoint, ok, pageTokens } from '@writ/http-kit';
import { listAuditEntries, type AuditRow } from '@writ/tenancy';
import type { Deps } from '../../deps.ts';

const usualPageSize = 200;
const ofProject = pageTokens('audit');
const ofAll = pageTokens('all audit');

const description = `Every change of configuration and every act of operators; neither writes nor events.
An entry is stored in the transaction of what it tells about, and kept for \`AUDIT_RETENTION_DAYS\`.`;

/** What callers and operators did in a project (Contract §3). */
export const getAudit = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/audit',
    summary: 'List who changed what',
    access: { scope: 'full' },
    query: auditQuerySchema,
    rules: ofProject.rule,
    answers: { 200: auditPageSchema },
    docs: { description },
    handle: async (asked) => page(deps, asked.project.id, asked, ofProject),
  });

/** The same of all projects, and what is about none. */
export const getAllAudit = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/audit',
    summary: 'List who changed what in any project',
    access: 'admin',
    query: auditQuerySchema,
    rules: ofAll.rule,
    answers: { 200: auditPageSchema },
    docs: { operationId: 'getAllAudit', description },
    handle: async (asked) => page(deps, undefined, asked, ofAll),
  });

type Tokens = ReturnType<typeof pageTokens>;

async function page(
  { database }: Deps,
  projectId: string | undefined,
  asked: { params: Readonly<Record<string, string>>; query: AuditQuery },
  tokens: Tokens,
) {
  const { pageSize = usualPageSize, pageToken: _token, ...filter } = asked.query;
  const place = { limit: pageSize, beforeId: tokens.placeOf(asked) };
  const { rows, nextBelow } = await listAuditEntries(database.prisma, { ...filter, projectId }, place);
  return ok({ results: rows.map(toEntry), pagination: tokens.paginationOf(asked, nextBelow) });
}

const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  ...(row.projectId !== null && { projectId: row.projectId }),
  time: row.time.toISOString(),
  actor: {
    kind: row.actorKind as AuditEntry['actor']['kind'],
    id: row.actorId,
    ...(row.actorGroupRef !== null && { groupRef: row.actorGroupRef }),
    ...(row.sessionId !== null && { sessionId: row.sessionId }),
  },
  requestId: row.requestId,
  action: row.action,
  resource: { kind: row.resource, id: row.resourceId },
  changes: row.changes as AuditEntry['changes'],
});
