import type { Prisma, Queryable } from '@writ/db';

const percentsSql = `
  SELECT project_id AS "projectId", provider, account, min(quota_percent)::int AS "quotaPercent"
  FROM connection WHERE quota_percent IS NOT NULL GROUP BY project_id, provider, account`;

type QuotaPercent = Pick<Prisma.ConnectionModel, 'projectId' | 'provider' | 'account'> & {
  quotaPercent: number;
};

/** Accounts with their own quota share: the smallest of their connections. */
export const quotaPercents = async (db: Queryable): Promise<readonly QuotaPercent[]> =>
  (await db.query<QuotaPercent>(percentsSql)).rows;
