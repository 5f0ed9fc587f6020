import { statsQuerySchema, statsReach, statsSchema, type Stats, type StatsBucket } from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok, type IssueInput } from '@writ/http-kit';
import { dueLaneIds } from '@writ/lanes';
import { countOperations, oldestDue, type OperationCount } from '@writ/operation';

const hourMs = 3_600_000;
/** Counts that one answer is made of, and lanes that are looked at for what is due. */
const mostCounts = 20_000;
const mostLanes = 1_000;

/** How many writes were accepted and ended, and since when the oldest is due (Contract §4.7). */
export const getStats = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/stats',
    summary: 'Count operations',
    access: { scope: 'operations:read' },
    query: statsQuerySchema,
    rules: ({ query }) => reachFaults(query),
    answers: { 200: statsSchema },
    handle: async ({ project, query: { bucket = 'hour', since: asked } }) => {
      const since = new Date(asked ?? Date.now() - statsReach[bucket].usualHours * hourMs);
      const counts = await countOperations(prisma, project.id, { since, bucket, limit: mostCounts + 1 });
      const due = await oldestDue(prisma, await dueLaneIds(prisma, project.id, mostLanes));
      return ok({
        ...bucketsOf(counts, since),
        bucket,
        due: due.map(({ provider, objectName, dueAt }) => ({
          provider,
          resource: objectName,
          oldestDue: dueAt.toISOString(),
        })),
      } satisfies Stats);
    },
  });

function reachFaults({ since, bucket = 'hour' }: Readonly<Record<string, unknown>>): readonly IssueInput[] {
  const reach = Object.hasOwn(statsReach, String(bucket)) && statsReach[bucket as StatsBucket];
  const sinceMs = Date.parse(String(since));
  if (!reach || Number.isNaN(sinceMs)) return [];
  if (sinceMs >= Date.now() - reach.mostHours * hourMs) return [];
  const detail = `By ${String(bucket)}s no more than ${reach.mostHours} hours are told.`;
  const remedy = 'Begin later, or ask for longer buckets.';
  return [{ in: 'query', name: 'since', detail, value: since, remedy }];
}

/** The buckets, oldest first. Where there are more counts than are told, the oldest of those found may lack some. */
function bucketsOf(counts: readonly OperationCount[], since: Date): Pick<Stats, 'since' | 'buckets'> {
  const cut = counts.length > mostCounts ? counts.at(-1)?.time : undefined;
  const whole = counts.filter(({ time }) => cut === undefined || time > cut);
  const groups = Map.groupBy(whole, ({ time, provider, objectName }) =>
    JSON.stringify([time, provider, objectName]),
  );
  const buckets = [...groups.values()].map((group) => toBucket(group)).toReversed();
  return { since: (cut ? (whole.at(-1)?.time ?? since) : since).toISOString(), buckets };
}

function toBucket(group: readonly OperationCount[]): Stats['buckets'][number] {
  const [first] = group;
  if (!first) throw new Error('A group of counts is empty');
  return {
    time: first.time.toISOString(),
    provider: first.provider,
    resource: first.objectName,
    accepted: group.find(({ what }) => what === 'accepted')?.count ?? 0,
    ended: group.flatMap(({ what, fault, count }) =>
      what === 'accepted' ? [] : [{ status: what, ...(fault !== '' && { fault }), count }],
    ),
  };
}
