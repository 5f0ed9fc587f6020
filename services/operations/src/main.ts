import { openAccountLook } from '@writ/governor';
import { openRedisLook } from '@writ/job-queue';
import { createServiceFrame, readEnvironment, runService } from '@writ/service-kit';
import {
  beReady,
  laneQueueOpener,
  managementApp,
  openCheckedDatabase,
  openMetrics,
  openReplicaHost,
  reportProcess,
} from '@writ/service-parts';
import { composeOperations } from './compose.ts';
import { variables } from './config.ts';

await runService('operations', async (closing) => {
  const config = readEnvironment(variables, process.env);
  const frame = createServiceFrame('operations', config);
  const metricsUrl = await openMetrics(frame, config, closing);
  const database = await openCheckedDatabase(
    frame,
    {
      url: config.DATABASE_URL,
      maxConnections: config.DATABASE_POOL_SIZE,
      applicationName: 'writ-operations',
    },
    closing,
  );
  reportProcess({ ...frame, database, service: 'operations' }, closing);
  const queues = laneQueueOpener({ ...frame, backend: { redisUrl: config.REDIS_URL } }, closing);
  const laneQueues = {
    provider: await queues.usual('provider'),
    destination: await queues.usual('destination'),
  };
  const lookAtAccount = openAccountLook({ ...frame, config }, closing);
  const lookAtRedis = openRedisLook({ ...frame, redisUrl: config.REDIS_URL }, closing);
  const { endpoints, start } = composeOperations(
    // A process with a relay finds the events when it polls.
    { ...frame, config, database, laneQueues, lookAtAccount, lookAtRedis, pokeRelay: () => undefined },
    closing,
  );
  const app = managementApp({ ...frame, config, database, endpoints }, closing);
  const { url } = await openReplicaHost(
    app,
    { port: config.OPERATIONS_PORT, portVariable: 'OPERATIONS_PORT', host: config.LISTEN_HOST },
    closing,
  );
  start();
  beReady(frame, { message: 'operations service listens', url, metricsUrl }, closing);
});
