import { auditPageSchema, auditQuerySchema, type AuditEntry, type AuditQuery } from '@writ/contracts';
import { endpoint, ok, pageTokens, type Endpoint } from '@writ/http';
import { listAuditEntries, type AuditRow } from '@writ/tenancy';
import { told } from '../../answers.ts';
import type { Deps } from '../../deps.ts';

const usualPageSize = 200;

const description = `Every change of configuration and every command of operators, without writes and events.
An entry is stored in the transaction of its change, and kept for \`AUDIT_RETENTION_DAYS\`.`;

/** Who changed what: in one project, and for administrators in all. */
export function auditEndpoints({ database }: Deps): readonly Endpoint[] {
  const ofProject = pageTokens('audit');
  const ofAll = pageTokens('all audit');
  const page = async (
    projectId: string | undefined,
    asked: { params: Readonly<Record<string, string>>; query: AuditQuery },
    tokens: typeof ofAll,
  ) => {
    const { pageSize = usualPageSize, pageToken: _token, ...filter } = asked.query;
    const place = { limit: pageSize, beforeId: tokens.placeOf(asked) };
    const { rows, nextBelow } = await listAuditEntries(database.prisma, { ...filter, projectId }, place);
    return ok({ results: rows.map(toEntry), pagination: tokens.paginationOf(asked, nextBelow) });
  };
  const common = { method: 'get', query: auditQuerySchema, answers: { 200: auditPageSchema } } as const;
  return [
    endpoint({
      ...common,
      path: '/projects/:projectIdOrName/audit',
      summary: 'List who changed what',
      access: { scope: 'full' },
      rules: ofProject.rule,
      docs: { description },
      handle: (asked) => page(asked.project.id, asked, ofProject),
    }),
    endpoint({
      ...common,
      path: '/audit',
      summary: 'List who changed what in any project',
      access: 'admin',
      rules: ofAll.rule,
      docs: { operationId: 'getAllAudit', description },
      handle: (asked) => page(undefined, asked, ofAll),
    }),
  ];
}

const toEntry = ({
  actorKind,
  actorId,
  actorGroupRef,
  sessionId,
  resource,
  resourceId,
  ...row
}: AuditRow) => ({
  ...told(row),
  actor: told({
    kind: actorKind as AuditEntry['actor']['kind'],
    id: actorId,
    groupRef: actorGroupRef,
    sessionId,
  }),
  resource: { kind: resource, id: resourceId },
  changes: row.changes as AuditEntry['changes'],
});
