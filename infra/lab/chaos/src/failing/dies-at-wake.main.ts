import { integer, readEnvironment, runService } from '@writ/service-kit';
import { readGatewayConfig, serveGateway } from '@writ/write-gateway';

const variables = {
  CHAOS_DIES_AT: integer('The gateway dies at this wake-up, counted from 1.', {
    min: 1,
    max: 1_000_000,
  }),
};

// Dies between the commit of a write and its wake-up.
await runService('write-gateway', (closing) => {
  let left = readEnvironment(variables, process.env).CHAOS_DIES_AT;
  return serveGateway(readGatewayConfig(process.env), closing, (parts) => ({
    ...parts,
    laneQueue: {
      ...parts.laneQueue,
      wake: (laneId) => {
        left -= 1;
        if (left === 0) process.kill(process.pid, 'SIGKILL');
        return parts.laneQueue.wake(laneId);
      },
    },
  }));
});
