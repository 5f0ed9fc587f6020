import { lifecycleTopic } from '@writ/contracts';
import { withKafkaAdmin } from '@writ/local-servers';
import type { Run } from '../experiment.ts';

/** The notification services' (`openKafka`). */
const groupId = 'writ-notification';

type Offsets = Readonly<Record<string, number>>;

/** By partition. */
export const committedOffsets = (run: Pick<Run, 'ground'>): Promise<Offsets> =>
  offsets(run).then(({ committed }) => committed);

/** Uncommitted messages on the bus. */
export async function kafkaLag(run: Pick<Run, 'ground'>): Promise<number> {
  const { committed, ends } = await offsets(run);
  const lags = Object.entries(ends).map(([partition, end]) => end - (committed[partition] ?? 0));
  return lags.reduce((sum, lag) => sum + lag, 0);
}

const offsets = ({ ground }: Pick<Run, 'ground'>): Promise<{ committed: Offsets; ends: Offsets }> =>
  withKafkaAdmin([...ground.servers.kafka.brokers], async (admin) => {
    // The client knows the topic's brokers only after a question about it.
    await admin.fetchTopicMetadata({ topics: [lifecycleTopic] });
    const [topic] = await admin.fetchOffsets({ groupId, topics: [lifecycleTopic] });
    const known = (topic?.partitions ?? []).filter(({ offset }) => Number(offset) >= 0);
    return {
      committed: byPartition(known),
      ends: byPartition(await admin.fetchTopicOffsets(lifecycleTopic)),
    };
  });

const byPartition = (rows: readonly { partition: number; offset: string }[]): Offsets =>
  Object.fromEntries(rows.map(({ partition, offset }) => [partition, Number(offset)]));
