import { kafkaBus, type EventBus } from '@writ/event-bus';
import { createAppLogger, type Closing } from '@writ/service-kit';
import type { Ground } from './start-ground.ts';

export const openBus = ({ servers }: Pick<Ground, 'servers'>, closing: Closing, topic: string): EventBus =>
  closing.add(
    kafkaBus({
      brokers: servers.kafka.brokers,
      topic,
      groupId: 'chaos',
      clientId: 'chaos',
      logger: createAppLogger({ service: 'chaos', level: 'error' }),
    }),
    (bus) => bus.close(),
  );
