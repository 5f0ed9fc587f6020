import { integer, readEnvironment, runService } from '@writ/service-kit';
import { readWorkerConfig, serveWorker } from '@writ/write-worker';

const variables = {
  CHAOS_DIES_AT: integer('The worker dies before it stores the answer to this write, counted from 1.', {
    min: 1,
    max: 1_000_000,
  }),
};

// Dies between the provider's answer to a create or upsert and the commit.
await runService('write-worker', (closing) => {
  let left = readEnvironment(variables, process.env).CHAOS_DIES_AT;
  const count = (outcomes: readonly { kind: string }[]): void => {
    left -= outcomes.filter(({ kind }) => kind === 'written').length;
    if (left <= 0) process.kill(process.pid, 'SIGKILL');
  };
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
            count([answer]);
            return answer;
          },
          createMany: async (call, records) => {
            const answer = await adapter.createMany(call, records);
            count(answer.records);
            return answer;
          },
          upsertMany: async (call, field, records) => {
            const answer = await adapter.upsertMany(call, field, records);
            count(answer.records);
            return answer;
          },
        };
      },
    },
  }));
});
