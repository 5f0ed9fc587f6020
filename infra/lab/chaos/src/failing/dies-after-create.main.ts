import { integer, readEnvironment, runService } from '@writ/service-kit';
import { readWorkerConfig, serveWorker } from '@writ/write-worker';

const variables = {
  CHAOS_DIES_AT: integer(
    'The create, counted from the start, whose answer the worker does not live to store.',
    {
      min: 1,
      max: 1_000_000,
    },
  ),
};

// A worker that is killed between the provider's answer to a create and the commit of the result.
await runService('write-worker', (closing) => {
  let left = readEnvironment(variables, process.env).CHAOS_DIES_AT;
  return serveWorker(readWorkerConfig(process.env), closing, (parts) => ({
    ...parts,
    providers: {
      ...parts.providers,
      adapterFor: (provider) => {
        const adapter = parts.providers.adapterFor(provider);
        if (!adapter) return undefined;
        return {
          ...adapter,
          create: async (call, record) => {
            const answer = await adapter.create(call, record);
            if (answer.kind === 'written') left -= 1;
            if (left === 0) process.kill(process.pid, 'SIGKILL');
            return answer;
          },
        };
      },
    },
  }));
});
