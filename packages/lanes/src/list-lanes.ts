import type { LaneKind } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { rateNow } from './lane-rate.ts';
import { laneAccount } from './provider-lane.ts';

/** Why a lane is not drained although it has work, and until when; without a time, until an operator resumes it. */
export type LanePark = { reason: 'quota' | 'outage' | 'paused'; until?: Date };

/** What is told of a lane. */
export type LaneView = {
  id: string;
  kind: LaneKind;
  /** Of which provider's account it is the backlog. */
  provider?: string;
  account?: string;
  park?: LanePark;
  /** Units settled a second, over about the last minute. */
  rate: number;
  createTime: Date;
};

const parkColumns = `park_reason, CASE WHEN isfinite(parked_until) THEN parked_until END AS park_until`;
const isParked = 'parked_until > clock_timestamp() AND park_reason IS NOT NULL';

type ParkRow = { park_reason: LanePark['reason']; park_until: Date | null };

/** A lane as `laneColumns` give it. */
export type LaneRow = Partial<ParkRow> & {
  id: string;
  kind: LaneKind;
  provider: string | null;
  account: string | null;
  create_time: Date;
  parked: boolean;
  rate: number;
};

/** SQL: what is read of a lane. */
export const laneColumns = `
  id, kind, ${laneAccount.provider} AS provider, ${laneAccount.account} AS account, create_time,
  coalesce(${isParked}, false) AS parked, ${parkColumns}, ${rateNow} AS rate`;

const listSql = `
  SELECT ${laneColumns} FROM lane
  WHERE project_id = $1 AND ($2::text IS NULL OR kind = $2) AND ($3::uuid IS NULL OR id > $3)
  ORDER BY id LIMIT $4`;

/** Some of a project's lanes, by id. */
export async function listLanes(
  db: Queryable,
  projectId: string,
  page: { kind?: LaneKind; afterId?: string; limit: number },
): Promise<readonly LaneView[]> {
  const values = [projectId, page.kind ?? null, page.afterId ?? null, page.limit];
  const { rows } = await db.query<LaneRow>(listSql, values);
  return rows.map(toLaneView);
}

/** A lane as it is read. */
export const toLaneView = (row: LaneRow): LaneView => ({
  id: row.id,
  kind: row.kind,
  ...(row.provider !== null && { provider: row.provider }),
  ...(row.account !== null && { account: row.account }),
  ...(row.parked && row.park_reason !== undefined && { park: toPark(row.park_reason, row.park_until) }),
  rate: Math.round(row.rate * 100) / 100,
  createTime: row.create_time,
});

const parksSql = `SELECT id, ${parkColumns} FROM lane WHERE id = ANY ($1::uuid[]) AND ${isParked}`;

/** Of these lanes, those that are parked or paused, and why. */
export async function findLaneParks(
  db: Queryable,
  laneIds: readonly string[],
): Promise<ReadonlyMap<string, LanePark>> {
  if (laneIds.length === 0) return new Map();
  const { rows } = await db.query<ParkRow & { id: string }>(parksSql, [laneIds]);
  return new Map(rows.map((row) => [row.id, toPark(row.park_reason, row.park_until)]));
}

const toPark = (reason: LanePark['reason'], until: Date | null | undefined): LanePark => ({
  reason,
  ...(until && { until }),
});
