import type { Admin } from 'kafkajs';

/** Undefined if the topic does not exist. */
export async function messagesBehind(
  admin: Admin,
  topic: string,
  groupId: string,
): Promise<number | undefined> {
  if (!(await admin.listTopics()).includes(topic)) return undefined;
  const [ends, next] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    nextOffsets(admin, topic, groupId),
  ]);
  const behind = ends.map(({ partition, high, low }) => Number(high) - (next.get(partition) ?? Number(low)));
  return behind.reduce((sum, count) => sum + Math.max(0, count), 0);
}

/** Whether a group has not taken in a message older than `before`. */
export async function isBehind(
  admin: Admin,
  { topic, groupId, before }: { topic: string; groupId: string; before: Date },
): Promise<boolean> {
  // In this order: a message taken in meanwhile is not behind.
  const [starts, younger] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    admin.fetchTopicOffsetsByTimestamp(topic, before.getTime()),
  ]);
  const next = await nextOffsets(admin, topic, groupId);
  const lows = new Map(starts.map(({ partition, low }) => [partition, Number(low)]));
  return younger.some(
    ({ partition, offset }) => (next.get(partition) ?? lows.get(partition) ?? 0) < Number(offset),
  );
}

/** The group's next offset of each partition; absent if it took in nothing and begins at the first. */
async function nextOffsets(admin: Admin, topic: string, groupId: string): Promise<Map<number, number>> {
  const [taken] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const known = (taken?.partitions ?? []).filter(({ offset }) => Number(offset) >= 0);
  return new Map(known.map(({ partition, offset }) => [partition, Number(offset)]));
}
