import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { freePort } from '@writ/local-servers';
import { createClosing, type Closing } from '@writ/service-kit';
import { eventually, startProcess, testDatabase } from '@writ/test-kit';
import { commandsOf, endsIn, fencesOf, scriptOf } from './testing/shell-commands.ts';
import { startWrit } from './testing/start-writ.ts';

/** Ends what hangs: each of npm's commands starts npx, pnpm and node, half a minute on a very busy machine. */
const runWithinMs = 900_000;
const checkout = join(import.meta.dirname, '../../..');
const textOf = (file: string): Promise<string> => readFile(join(checkout, file), 'utf8');

/** They stay in the foreground or change the machine: it is only looked whether what they name exists. */
const notRun = [
  'npm start',
  'npm test',
  'npm run stack',
  'docker compose up --build',
  "docker compose exec installations node services/installations/src/admin/admin.main.ts create-project --name my-app --app-name 'My App'",
  'docker compose exec installations node services/installations/src/admin/admin.main.ts create-key --project my-app --label backend --scopes full',
];
/** The receiver of the first webhook: it has a terminal, here a process, of its own. */
const isReceiver = (command: string): boolean => /^node -e .*\.listen\(9099/s.test(command);
/** What else they may do: calls, variables, functions of the shell, the demo and the operators' commands. */
const known = /^(curl |api |eval "\$\(node |\w+=|\w+\(\) \{|npm run demo$|npm run admin -- )/;

/** In this order, in one shell: the later document uses variables that the earlier one has set. */
const documents = ['README.md', 'docs/operating.md'];

const fencesOfAll = async () => (await Promise.all(documents.map(textOf))).flatMap(fencesOf);

const readCommands = async (): Promise<string[]> =>
  (await fencesOfAll()).filter(({ language }) => language === 'sh').flatMap(({ text }) => commandsOf(text));

test('every fenced block of these documents is a picture or commands that this test knows', async () => {
  const languages = (await fencesOfAll()).map(({ language }) => language);
  const commands = await readCommands();

  expect(languages.filter((language) => !['sh', 'mermaid'].includes(language))).toEqual([]);
  expect(
    commands.filter((command) => !notRun.includes(command) && !isReceiver(command) && !known.test(command)),
  ).toEqual([]);
  expect(notRun.filter((command) => !commands.includes(command))).toEqual([]);
  expect(commands.filter(isReceiver)).toHaveLength(1);
});

test(
  'the commands of README and docs/operating.md work in their order on a fresh start, and the first webhook comes',
  async () => {
    const closing = createClosing();
    try {
      const { dataDir, environment } = await startFresh(closing);
      const port = await freePort();
      const here = (command: string): string =>
        command.replaceAll('./.data/', `${dataDir}/`).replaceAll('9099', String(port));
      const commands = await readCommands();
      const [receiverCommand = ''] = commands.filter(isReceiver);
      const receiver = closing.add(
        await startProcess({
          command: 'bash',
          args: ['-c', `exec ${here(receiverCommand)}`],
          readyWhen: () => fetch(`http://127.0.0.1:${port}/`).then(() => true),
        }),
        (running) => running.close(),
      );
      const run = commands.filter((command) => known.test(command)).map(here);
      const shell = closing.add(
        await startProcess({ command: 'bash', args: ['-c', scriptOf(run)], cwd: checkout, env: environment }),
        (running) => running.close(),
      );
      await shell.waitForExit({ withinMs: runWithinMs });

      const ends = endsIn(shell.output(), run);
      expect(ends.filter(({ code }) => code !== 0)).toEqual([]);
      expect(
        ends.filter(({ command }) => /^(curl|api) /.test(command)).map(({ output }) => output),
      ).not.toContain('');
      await eventually(() => receiver.output().includes('"notificationType":"write.async.done"'));
    } finally {
      await closing.close();
    }
  },
  2 * runWithinMs,
);

test('a command that fails, and one that an unset variable kept from running, are told', async () => {
  const commands = ['echo well', 'echo badly; false', 'ls /nowhere | cat', 'echo "$unset"', 'echo never'];
  const shell = await startProcess({ command: 'bash', args: ['-c', scriptOf(commands)] });
  await shell.waitForExit();
  await shell.close();

  const ends = endsIn(shell.output(), commands);

  expect(ends.map(({ code }) => (code > 0 ? 'failed' : code))).toEqual([0, 'failed', 'failed', -1, -1]);
  expect(ends[1]?.output).toBe('badly');
});

test.each([...documents, 'CONTRIBUTING.md'])(
  'the scripts, files and links that %s names exist',
  async (file) => {
    const text = await textOf(file);
    const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/\bp?npm run ([a-z:-]+)|\bnpm (start|test)\b/g)].map(
      ([, script = '', short = '']) => script + short,
    );
    const files = [
      ...[...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link),
      ...[...text.matchAll(/\bnode (\S+\.ts)/g)].map(([, program = '']) => program),
    ];
    const missing: string[] = [];
    for (const name of new Set(files))
      await access(join(checkout, name.endsWith('.ts') ? '' : dirname(file), name)).catch(() =>
        missing.push(name),
      );

    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    expect(missing).toEqual([]);
    expect(await textOf('docker-compose.yml')).toMatch(/^ {2}installations:$/m);
  },
);

/** A started embedded form, and the environment of somebody who tries it. */
async function startFresh(closing: Closing) {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-readme-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  const database = closing.add(await testDatabase(), (db) => db.drop());
  closing.add(await startWrit(dataDir, { DATABASE_URL: database.url }), async ({ process: running }) => {
    running.kill('SIGTERM');
    await running.waitForExit();
  });
  // curl alone is content with an answer that is an error.
  await writeFile(join(dataDir, '.curlrc'), 'fail-with-body\nshow-error\n');
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const environment = { ...Object.fromEntries(given), DATA_DIR: dataDir, DATABASE_URL: database.url };
  return { dataDir, environment: { ...environment, CURL_HOME: dataDir } };
}
