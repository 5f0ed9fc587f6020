import { spawnSync } from 'node:child_process';
import { howToInstall, type Installer } from './how-to-install.ts';
import { neededPrograms } from './needed-programs.ts';
import { findInPath, searchPath } from './search-path.ts';

// Runs before the tests: installs missing programs, or says how and exits with 1.
const path = searchPath(process.env['PATH'] ?? '');
const isHere = (program: string): boolean => findInPath(program, path) !== undefined;
const missingNow = () =>
  neededPrograms.filter(({ program, or = program }) => !isHere(program) && !isHere(or));
const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const run = ([command = '', ...args]: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });

function installerHere(): Installer {
  if (!isHere('apt-get')) return 'nobody';
  if (process.getuid?.() === 0) return 'root';
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? 'sudo' : 'another user';
}

const missing = missingNow();
if (missing.length > 0) {
  const { lines, commands } = howToInstall(missing, installerHere());
  lines.forEach(tell);
  commands.forEach(run);
  const left = missingNow();
  if (left.length > 0) {
    if (commands.length > 0) howToInstall(left, 'another user').lines.forEach(tell);
    process.exitCode = 1;
  }
}
