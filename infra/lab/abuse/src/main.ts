import { experimentProgram } from '@writ/test-kit/laboratory';
import { experiments } from './experiments.ts';
import { startGround } from './ground/start-ground.ts';

const about =
  'Starts real Postgres, Redis and Kafka, the services as processes and the sandbox CRMs; attacks the hosts; exits with 1 ' +
  'if a verdict is broken.';

const program = experimentProgram(
  { lab: 'abuse', about, environment: process.env },
  experiments,
  async (experiment, run) => {
    const ground = await startGround(run.closing, { ...run, gateways: experiment.gateways ?? 1 });
    return { verdicts: await experiment.run({ ...run, ground }) };
  },
);
process.exitCode = await program.obey(process.argv.slice(2));
