import { allOf, columnsOf, databaseTime, Prisma } from '@writ/db';
import { toLaneView, type LaneView, type PausedBy } from './list-lanes.ts';

/** Operators change lanes of any project. */
const isOfProject = (projectId: string | undefined): Prisma.Sql | false =>
  projectId !== undefined && Prisma.sql`project_id = ${projectId}::uuid`;

/** One statement, since the lane may change right afterwards. */
async function changeLane(
  prisma: Prisma.TransactionClient,
  projectId: string | undefined,
  laneId: string,
  change: Prisma.Sql,
): Promise<LaneView | undefined> {
  const [lane] = await prisma.$queryRaw<Prisma.LaneModel[]>`
    UPDATE lane SET ${change} WHERE ${allOf(isOfProject(projectId), Prisma.sql`id = ${laneId}::uuid`)}
    RETURNING ${columnsOf('lane', Prisma.LaneScalarFieldEnum)}`;
  return lane && toLaneView(lane, await databaseTime(prisma));
}

const paused = Prisma.sql`parked_until = 'infinity', park_reason = 'paused', paused_at = clock_timestamp()`;

/**
 * A running slice ends, and no other begins; the last of several pauses counts. Undefined: no such lane in
 * the project (or, without a project, at all).
 */
export const pauseLane = (
  prisma: Prisma.TransactionClient,
  projectId: string | undefined,
  laneId: string,
  { by: { kind, id, groupRef }, reason }: { by: PausedBy; reason?: string | undefined },
): Promise<LaneView | undefined> => {
  const by = JSON.stringify({ kind, id, groupRef });
  const change = Prisma.sql`${paused}, paused_by = ${by}::jsonb, pause_reason = ${reason ?? null}`;
  return changeLane(prisma, projectId, laneId, change);
};

/** Pauses all lanes of a project: call it again while some may appear. */
export const pauseLanesOfProject = (prisma: Prisma.TransactionClient, projectId: string): Promise<number> =>
  prisma.$executeRaw`
    UPDATE lane SET ${paused}
    WHERE id IN (
      SELECT id FROM lane WHERE project_id = ${projectId}::uuid AND park_reason IS DISTINCT FROM 'paused'
      ORDER BY id FOR UPDATE)`;

/** Wake the lane after the commit. Other parks stay. Undefined as for `pauseLane`. */
export const resumeLane = (
  prisma: Prisma.TransactionClient,
  projectId: string | undefined,
  laneId: string,
): Promise<LaneView | undefined> => changeLane(prisma, projectId, laneId, resumed);

const resumed = Prisma.sql`parked_until = CASE WHEN park_reason = 'paused' THEN NULL ELSE parked_until END,
  park_reason = nullif(park_reason, 'paused'), paused_at = NULL, paused_by = NULL, pause_reason = NULL`;
