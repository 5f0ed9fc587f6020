import { lifecycleTopic } from '@writ/contracts';
import { withKafkaAdmin } from '@writ/local-servers';
import type { Ground } from './start-ground.ts';

/** The group in which notification services read the bus (`openKafka`). */
const groupId = 'writ-notification';

/** What notification services have committed, by partition; what they have not yet is left out. */
export const committedOffsets = ({
  servers,
}: Pick<Ground, 'servers'>): Promise<Readonly<Record<string, number>>> =>
  withKafkaAdmin([...servers.kafka.brokers], async (admin) => {
    // Before it has asked for something of a topic, the client knows no broker to ask.
    await admin.fetchTopicMetadata({ topics: [lifecycleTopic] });
    const [topic] = await admin.fetchOffsets({ groupId, topics: [lifecycleTopic] });
    const known = (topic?.partitions ?? []).filter(({ offset }) => Number(offset) >= 0);
    return Object.fromEntries(known.map(({ partition, offset }) => [partition, Number(offset)]));
  });
