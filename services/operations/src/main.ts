import { openAccountLook } from '@writ/governor';
import { providerLaneId } from '@writ/lanes';
import { readEnvironment } from '@writ/service-kit';
import {
  laneQueueOpener,
  runManagementService,
  warnOfMissingKeys,
  watchQuotaPercents,
} from '@writ/service-parts';
import { projectSecrets } from '@writ/tenancy';
import { composeOperations } from './compose.ts';
import { variables } from './config.ts';

const service = {
  name: 'operations',
  portVariable: 'OPERATIONS_PORT',
  readConfig: () => readEnvironment(variables, process.env),
} as const;

await runManagementService(service, async (parts, closing) => {
  const keyring = parts.config.ENCRYPTION_KEYS;
  const looks = [warnOfMissingKeys({ ...parts, keyring }, closing)];
  const secrets = projectSecrets(keyring, parts.database.pool);
  const backend = { redisUrl: parts.config.REDIS_URL };
  const queues = laneQueueOpener({ ...parts, backend }, closing);
  const laneQueues = {
    provider: await queues.usual('provider'),
    destination: await queues.usual('destination'),
  };
  const quotaPercentOf = watchQuotaPercents({ ...parts, keyOf: providerLaneId }, closing);
  const lookAtAccount = openAccountLook({ ...parts, quotaPercentOf }, closing);
  // Processes with a relay find the events by polling.
  const pokeRelay = () => undefined;
  const lookAtRedis = queues.lookAtRedis;
  const composed = composeOperations(
    { ...parts, secrets, laneQueues, lookAtAccount, lookAtRedis, pokeRelay },
    closing,
  );
  return { ...composed, looks };
});
