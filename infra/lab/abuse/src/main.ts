import { randomInt } from 'node:crypto';
import { migrateDatabase } from '@writ/db';
import { startPostgres, startRedis } from '@writ/local-servers';
import {
  listOf,
  obey,
  readExperiment,
  renderVerdicts,
  runOnce,
  type ExperimentCommand,
} from '@writ/test-kit/laboratory';
import { experimentNames, experiments, type ExperimentName } from './experiments.ts';
import { startGround } from './ground/start-ground.ts';

const usage = `npm run abuse -- <name> [--n <size>] [--seed <number>]

${listOf(experiments)}

  --n <size>       size of the experiment
  --seed <number>  generates the same requests again
  --help           this

Starts real Postgres and Redis, gateways as processes and the sandbox CRMs, and stops them at its end.
`;

process.exitCode = await obey(readExperiment(process.argv.slice(2), experimentNames), usage, run);

function run({ name, n, seed = randomInt(2 ** 31) }: ExperimentCommand<ExperimentName>): Promise<number> {
  return runOnce({ lab: 'abuse', name, environment: process.env }, async ({ closing, tell, environment }) => {
    const { gateways, usualN, run: attack } = experiments[name];
    const size = n ?? usualN;
    const about = `${name}, n ${size}, seed ${seed}`;
    tell(about);
    const postgres = closing.add(await startPostgres({ maxConnections: 100, tell }), (one) => one.close());
    const redis = closing.add(await startRedis({ tell }), (one) => one.close());
    await migrateDatabase(postgres.url, () => undefined);
    const servers = { databaseUrl: postgres.url, redisUrl: redis.url };
    const ground = await startGround(closing, { ...servers, gateways, surroundings: environment });
    const verdicts = await attack({ ground, n: size, seed, tell });
    return {
      text: `${about}\n\n${renderVerdicts(verdicts)}`,
      holds: verdicts.every(({ holds }) => holds),
      report: verdicts,
      jsonFile: undefined,
    };
  });
}
