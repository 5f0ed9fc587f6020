import type { DestinationKind } from '../destination-kind.ts';
import { checkKafkaMetadata, kafkaMetadataRules, kafkaMetadataSchema, kafkaOrigins } from './metadata.ts';
import { kafkaRequest, prepareKafka } from './send.ts';

/** A topic of the builder's own Kafka, which gets CloudEvents (Contract §6.2). */
export const kafka: DestinationKind = {
  type: 'kafka',
  delivers: 'push',
  metadataSchema: kafkaMetadataSchema,
  hiddenMembers: ['sasl'],
  hiddenQueries: [],
  signed: false,
  announcesDisabling: false,
  rules: kafkaMetadataRules,
  origins: kafkaOrigins,
  check: checkKafkaMetadata,
  request: kafkaRequest,
  prepare: prepareKafka,
};
