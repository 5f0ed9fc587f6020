import type { AuditEntry, QueryOf } from '@writ/sdk';
import { useList } from '../list.ts';
import { allProjects, type Project } from '../project.ts';

type AuditFilter = Omit<QueryOf<'getAudit'>, 'pageSize' | 'pageToken'>;
export const useAudit = ({ name, writ }: Project, filter: AuditFilter) =>
  useList<AuditEntry>({
    key: [name, 'audit', filter],
    list: (asked, options) =>
      (name === allProjects ? writ.admin.audit : writ.audit.list)({ ...filter, ...asked }, options),
    since: filter.since,
  });
