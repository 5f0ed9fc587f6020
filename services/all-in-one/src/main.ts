import { resolve } from 'node:path';
import { commandActor, makeConsoleLink, seedDemo } from '@writ/installations';
import { letReadersLeave, runService } from '@writ/service-kit';
import { startAllInOne } from './compose.ts';
import { readConfig, variables } from './config.ts';
import { asksForHelp, help } from './help.ts';
import { welcome } from './welcome.ts';

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

await runService('writ', async (closing) => {
  if (asksForHelp(process.argv.slice(2))) {
    letReadersLeave();
    tell(help(variables));
    return;
  }
  const config = readConfig(process.env);
  closing.add(undefined, () => {
    if (process.exitCode === 0) tell('Stopped. The data stays in DATA_DIR for the next `npm start`.');
  });
  const writ = await startAllInOne(config, tell, closing);
  const by = commandActor('seed-demo');
  const demo = await seedDemo({ ...writ, dataDir: resolve(config.DATA_DIR), by });
  const asked = commandActor('console-link');
  const console =
    config.CONSOLE === 'on' ? await makeConsoleLink(writ.database, writ.managementUrl, asked) : undefined;
  tell(
    welcome(demo, {
      dataDir: resolve(config.DATA_DIR),
      metricsUrl: writ.metricsUrl,
      crms: config,
      consoleLink: console?.link,
    }),
  );
  closing.add(undefined, () => tell('Stopping: finishing the work in flight.'));
});
