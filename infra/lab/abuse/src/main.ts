import { randomInt } from 'node:crypto';
import { createClosing } from '@writ/service-kit';
import { obey } from '@writ/test-kit';
import { readCommandLine, usage } from './command-line.ts';
import { experimentNames, experiments } from './experiments.ts';
import { startGround } from './ground/start-ground.ts';
import { startOwnServers } from './ground/start-own-servers.ts';
import { renderVerdicts } from './report/render-verdicts.ts';

const command = readCommandLine(process.argv.slice(2), experimentNames);
process.exitCode = await obey(command, usage(experiments), run);

/** 0 when every verdict holds. */
async function run({ name, n, seed = randomInt(2 ** 31) }: Extract<typeof command, { do: 'run' }>) {
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  const experiment = experiments[name];
  const closing = createClosing();
  const stopEarly = () => void closing.close().finally(() => process.exit(130));
  process.once('SIGINT', stopEarly).once('SIGTERM', stopEarly);
  const size = n ?? experiment.usualN;
  try {
    tell(`${name}: n ${size}, seed ${seed}`);
    const { PATH = '', HOME = '' } = process.env;
    const surroundings = { PATH, HOME };
    const servers = await startOwnServers(closing, tell);
    const ground = await startGround(closing, { ...servers, gateways: experiment.gateways, surroundings });
    const verdicts = await experiment.run({ ground, n: size, seed, tell });
    process.stdout.write(`\n${name}, n ${size}, seed ${seed}\n\n${renderVerdicts(verdicts)}\n`);
    return verdicts.every(({ holds }) => holds) ? 0 : 1;
  } catch (error) {
    tell(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return 1;
  } finally {
    await closing.close();
  }
}
