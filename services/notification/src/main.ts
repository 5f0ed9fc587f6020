import { kafkaAccessOf, readEnvironment, systemClock } from '@writ/service-kit';
import {
  intakeSeconds,
  kafkaLook,
  laneQueueOpener,
  openKafka,
  relayOutbox,
  runManagementService,
  warnOfMissingKeys,
} from '@writ/service-parts';
import { projectSecrets } from '@writ/tenancy';
import { composeNotification } from './compose.ts';
import { variables } from './config.ts';

const service = {
  name: 'notification',
  portVariable: 'NOTIFICATION_PORT',
  readConfig: () => readEnvironment(variables, process.env),
} as const;

await runManagementService(service, async (parts, closing) => {
  const { config, database, logger } = parts;
  const { ENCRYPTION_KEYS: keyring, REDIS_URL: redisUrl } = config;
  const keys = warnOfMissingKeys({ ...parts, keyring }, closing);
  const queues = laneQueueOpener({ ...parts, backend: { redisUrl }, unreadyIf: 'refused' }, closing);
  const laneQueues = await queues.both('destination');
  const bus = openKafka({ ...parts, access: kafkaAccessOf(config), service: 'writ-notification' }, closing);
  const composed = composeNotification(
    {
      ...parts,
      secrets: projectSecrets(keyring, database.pool),
      laneQueues,
      bus,
      intakeSeconds: () => intakeSeconds(bus, systemClock),
      pokeRelay: relayOutbox({ pool: database.pool, bus, logger }, closing),
      clock: systemClock,
      random: Math.random,
    },
    closing,
  );
  return { ...composed, looks: [keys, kafkaLook(bus, systemClock), ...queues.looks] };
});
