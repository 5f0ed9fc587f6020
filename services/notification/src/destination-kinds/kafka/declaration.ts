import type { PushKind } from '../destination-kind.ts';
import { checkBrokers, kafkaMetadataSchema, kafkaOrigins, kafkaRules } from './metadata.ts';
import { kafkaRequest, prepareKafka } from './send.ts';

/** Sends CloudEvents to the builder's Kafka (Contract §6.2). */
export const kafka: PushKind = {
  type: 'kafka',
  delivers: 'push',
  metadataSchema: kafkaMetadataSchema,
  hiddenMembers: ['sasl'],
  rules: kafkaRules,
  origins: kafkaOrigins,
  check: checkBrokers,
  request: kafkaRequest,
  prepare: prepareKafka,
};
