import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startProcess } from '../test-process.ts';
import { howToInstall } from './how-to-install.ts';
import { neededPrograms } from './needed-programs.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writ-programs-'));
  await symlink('/usr/bin/env', join(folder, 'env'));
  await program('sudo', 'shift; exec "$@"');
});
afterEach(() => rm(folder, { recursive: true }));

/** In the only folder of the set-up's PATH. */
async function program(name: string, script = ''): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

const everyProgramBut = (left: string): Promise<unknown> =>
  Promise.all(
    neededPrograms.filter((needed) => needed.program !== left).map((needed) => program(needed.program)),
  );

async function setUp() {
  const running = await startProcess({
    command: process.execPath,
    args: [join(import.meta.dirname, 'install-programs.main.ts')],
    env: { PATH: folder },
  });
  const { code } = await running.waitForExit();
  return { code, lines: running.output().trim().split('\n') };
}

test('nothing is said where every program is here', async () => {
  await everyProgramBut('none');
  await program('apt-get', 'echo asked >&2');
  expect(await setUp()).toEqual({ code: 0, lines: [''] });
});

test('what is missing is told and installed, without a question', async () => {
  await everyProgramBut('java');
  const log = join(folder, 'log');
  await program(
    'apt-get',
    `echo "$DEBIAN_FRONTEND $*" >> ${log}; [ "$1" = update ] || /bin/cp ${folder}/mvn ${folder}/java`,
  );
  expect(await setUp()).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(
        /^java is missing, which the tests need to run Kafka .*: installing default-jre-headless\.$/,
      ),
    ],
  });
  const asked = (await readFile(log, 'utf8')).trim().split('\n');
  expect(asked).toEqual([
    expect.stringMatching(/^noninteractive update /),
    expect.stringMatching(/^noninteractive install -y --no-install-recommends default-jre-headless /),
  ]);
});

test('an installation that fails ends the run with the command to run', async () => {
  await everyProgramBut('java');
  await program('apt-get', 'echo "no network" >&2; exit 100');
  const { code, lines } = await setUp();
  expect(code).toBe(1);
  expect(lines).toContain('no network');
  expect(lines.at(-1)).toBe(
    '  apt-get update && apt-get install -y --no-install-recommends default-jre-headless',
  );
});

test('who may not install is given one command for all that is missing', () => {
  const { lines, commands } = howToInstall(neededPrograms, 'another user');
  const packages = neededPrograms.map((needed) => needed.package).join(' ');
  expect(commands).toEqual([]);
  expect(lines).toHaveLength(neededPrograms.length + 1);
  expect(lines.at(-1)).toBe(
    `Run this as root, then start again:\n  apt-get update && apt-get install -y --no-install-recommends ${packages}`,
  );
});

test('without apt-get it is told what is needed', async () => {
  await everyProgramBut('mvn');
  expect(await setUp()).toEqual({
    code: 1,
    lines: [
      'mvn is missing, which the tests need to fetch Kafka, Redis and a generator of clients.',
      'Install them (on Debian they are maven), then start again.',
    ],
  });
});
