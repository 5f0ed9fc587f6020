import { auditEntrySchema, auditPageSchema, auditQuerySchema, type AuditEntry } from '@writ/contracts';
import type { Endpoint } from '@writ/http';
import { paged, told, toldBy, type PageSpan } from '@writ/service-parts';
import { listAuditEntries, type AuditRow } from '@writ/tenancy';
import type { Deps } from '../../deps.ts';

const description = `Every change of configuration and every command of operators; not writes and events.
An entry is stored in the transaction of its change, and kept for \`AUDIT_RETENTION_DAYS\`.`;
const common = { query: auditQuerySchema, page: auditPageSchema };

/** In one project; for administrators also in all. */
export function auditEndpoints({ database: { prisma } }: Deps): readonly Endpoint[] {
  const page = async (
    filter: Parameters<typeof listAuditEntries>[1],
    { limit, place: beforeId }: PageSpan,
  ) => {
    const { rows, nextBelow: next } = await listAuditEntries(prisma, filter, { limit, beforeId });
    return { results: rows.map(toEntry), next };
  };
  return [
    paged({
      ...common,
      list: 'audit',
      path: '/projects/:projectIdOrName/audit',
      summary: 'List who changed what',
      access: { scope: 'full' },
      docs: { description },
      read: ({ project }, span, filter) => page({ ...filter, projectId: project.id }, span),
    }),
    paged({
      ...common,
      list: 'all audit',
      path: '/audit',
      summary: 'List who changed what in any project',
      access: 'admin',
      docs: { operationId: 'getAllAudit', description },
      read: (_, span, filter) => page({ ...filter, projectId: undefined }, span),
    }),
  ];
}

const toEntry = (row: AuditRow) => ({
  ...toldBy(auditEntrySchema, row),
  actor: told({
    kind: row.actorKind as AuditEntry['actor']['kind'],
    id: row.actorId,
    groupRef: row.actorGroupRef,
    sessionId: row.sessionId,
  }),
  resource: { kind: row.resource, id: row.resourceId },
  changes: row.changes as AuditEntry['changes'],
});
