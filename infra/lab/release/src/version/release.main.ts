import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { keepContracts } from '../compatibility/released.ts';
import { makeRelease } from './make-release.ts';

const root = join(import.meta.dirname, '../../../../..');
const run = promisify(execFile);

/** In other processes: this one has read the former version. */
async function generate(): Promise<void> {
  for (const main of [
    'services/all-in-one/src/openapi/openapi.main.ts',
    'infra/lab/release/src/upgrade/make-kept.main.ts',
  ])
    await run(process.execPath, [join(root, main)], { cwd: root });
  await keepContracts(root);
}

const program = new Command('npm run release --')
  .description('Sets the version, keeps API and data of the release, commits, and tags. Nothing is pushed.')
  .argument('<version>', 'such as 0.2.0; or major, minor or patch')
  .option('--dry-run', 'says what would be done')
  .action(async (asked: string, { dryRun = false }: { dryRun?: boolean }) => {
    await makeRelease({
      root,
      asked,
      day: new Date().toISOString().slice(0, 10),
      isDryRun: dryRun,
      generate,
      tell: (line) => void process.stderr.write(`${line}\n`),
    });
  });
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
