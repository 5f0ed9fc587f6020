import { integer, readEnvironment, runService } from '@writ/service-kit';
import { readGatewayConfig, serveGateway } from '@writ/write-gateway';

const variables = {
  CHAOS_DIES_AT: integer('The wake-up, counted from the start, that the gateway does not live to send.', {
    min: 1,
    max: 1_000_000,
  }),
};

// A gateway that is killed between the commit of a write and its enqueue: at the first moment of the enqueue.
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
