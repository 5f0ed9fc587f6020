import type { NeededProgram } from './needed-programs.ts';

/** May install packages; `nobody` without apt-get. */
export type Installer = 'root' | 'sudo' | 'another user' | 'nobody';

export type Installation = { lines: string[]; commands: string[][] };

const inOrder: Record<Installer, string[] | undefined> = {
  root: ['env'],
  sudo: ['sudo', '-n', 'env'],
  'another user': undefined,
  nobody: undefined,
};
const update = ['apt-get', 'update'];
const install = ['apt-get', 'install', '-y', '--no-install-recommends'];
/** Asks nothing, and starts no installed servers: tests start their own. */
const unattended = ['DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_OFFLINE=1'];
const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=120'];

/** If this process may not install, the last line says what to do. */
export function howToInstall(missing: readonly NeededProgram[], installer: Installer): Installation {
  const packages = missing.map((needed) => needed.package);
  const start = inOrder[installer];
  const lines = missing.map(
    ({ program, why, ...needed }) =>
      `${program} is missing, which the tests need to ${why}${start ? `: installing ${needed.package}` : ''}.`,
  );
  if (start) {
    const run = (command: string[]) => [...start, ...unattended, ...command, ...patient];
    return { lines, commands: [run(update), run([...install, ...packages])] };
  }
  const remedy =
    installer === 'nobody'
      ? `Install them (on Debian they are ${packages.join(', ')}), then start again.`
      : `Run this as root, then start again:\n  ${update.join(' ')} && ${[...install, ...packages].join(' ')}`;
  return { lines: [...lines, remedy], commands: [] };
}
