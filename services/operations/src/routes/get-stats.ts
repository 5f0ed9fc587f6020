import { statsQuerySchema, statsReach, statsSchema, type Stats, type StatsBucket } from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok } from '@writ/http';
import type { IssueInput } from '@writ/problems';
import { dueLaneIds } from '@writ/lanes';
import { countOperations, oldestDue, type OperationCounts } from '@writ/operation';

const hourMs = 3_600_000;
/** Buckets in an answer, and lanes read. */
const mostBuckets = 1_000;
const mostLanes = 1_000;

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
      const counts = await countOperations(prisma, project.id, { since, bucket, limit: mostBuckets + 1 });
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
  const detail = `By ${String(bucket)}s at most ${reach.mostHours} hours can be shown.`;
  const remedy = 'Begin later, or ask for longer buckets.';
  return [{ in: 'query', name: 'since', detail, value: since, remedy }];
}

/** Oldest first. If there are too many, leaves out the oldest time, which may be incomplete. */
function bucketsOf(counts: readonly OperationCounts[], since: Date): Pick<Stats, 'since' | 'buckets'> {
  if (counts.length <= mostBuckets) return bucketsFrom(since, counts);
  const cut = counts.at(-1)?.time.getTime();
  const whole = counts.filter(({ time }) => time.getTime() !== cut);
  const told = whole.length > 0 ? whole : counts.slice(0, mostBuckets);
  return bucketsFrom(told.at(-1)?.time ?? since, told);
}

const bucketsFrom = (since: Date, counts: readonly OperationCounts[]): Pick<Stats, 'since' | 'buckets'> => ({
  since: since.toISOString(),
  buckets: counts.map(toBucket).toReversed(),
});

const toBucket = ({ time, provider, objectName, accepted, ended }: OperationCounts) => ({
  time: time.toISOString(),
  provider,
  resource: objectName,
  accepted,
  ended: [...ended],
});
