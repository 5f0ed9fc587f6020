import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { freePort } from '@writ/local-servers';
import { createClosing, type Closing } from '@writ/service-kit';
import { eventually, startProcess, testDatabase } from '@writ/test-kit';
import { commandsOf, endsIn, fencesOf, scriptOf } from './testing/shell-commands.ts';
import { startWrit } from './testing/start-writ.ts';

/** For hangs: each npm command starts npx, pnpm and node, half a minute on a very busy machine. */
const runWithinMs = 900_000;
const checkout = join(import.meta.dirname, '../../..');
const textOf = (file: string): Promise<string> => readFile(join(checkout, file), 'utf8');

/** They stay in the foreground or change the machine. The test only checks that they exist. */
const notRun = [
  'npm start',
  'npm test',
  'docker compose up --build',
  'docker compose exec -T postgres pg_dump -U writ --format=custom writ > writ.dump',
  'docker compose exec -T write-gateway infra/entrypoint.sh printenv ENCRYPTION_KEYS > encryption-keys',
  'docker compose down',
  'docker compose up --detach --wait postgres',
  'docker compose exec -T postgres pg_restore -U writ --dbname=postgres --create --clean --if-exists --exit-on-error < writ.dump',
  'docker compose up --detach',
  'printf \'k1:%s\' "$(openssl rand -base64 32)" > ENCRYPTION_KEYS',
  'kubectl create namespace writ',
  'kubectl create secret generic writ --namespace writ --from-file=DATABASE_URL --from-file=REDIS_URL --from-file=ENCRYPTION_KEYS',
  'helm upgrade --install writ infra/helm/writ --namespace writ --values my-values.yaml --timeout 15m --wait',
  'tar -czf writ-backup.tar.gz .data',
  'tar -xzf writ-backup.tar.gz',
  'docker compose run --rm prepare && docker compose up --detach && docker compose restart edge',
];
/** The receiver of the first webhook gets its own terminal, here a process. */
const isReceiver = (command: string): boolean => /^node -e .*\.listen\(9099/s.test(command);
/** Other allowed commands: calls, variables, shell functions, the demo and the operators' commands. */
const known =
  /^(curl |api |eval "\$\(node |\w+=|\w+\(\) \{|npm run demo$|npm run admin -- |npm run --silent writ -- )/;

/** Blocks of one shell, in this order: later documents use variables of earlier ones. */
const shells = [['README.md', 'docs/operating.md'], ['docs/guide.md']];
const documents = shells.flat();

const fencesIn = async (files: readonly string[]) => (await Promise.all(files.map(textOf))).flatMap(fencesOf);

const commandsIn = async (files: readonly string[]): Promise<string[]> =>
  (await fencesIn(files)).filter(({ language }) => language === 'sh').flatMap(({ text }) => commandsOf(text));

test('every fenced block of these documents is a picture, or commands or an example that this test knows', async () => {
  const languages = (await fencesIn(documents)).map(({ language }) => language);
  const commands = await commandsIn(documents);

  expect(languages.filter((language) => !['sh', 'mermaid'].includes(language))).toEqual(['js']);
  expect(
    commands.filter((command) => !notRun.includes(command) && !isReceiver(command) && !known.test(command)),
  ).toEqual([]);
  expect(notRun.filter((command) => !commands.includes(command))).toEqual([]);
  expect(commands.filter(isReceiver)).toHaveLength(1);
});

test(
  'the commands of README, operating and guide work on a fresh start in any folder, and the first webhook comes',
  async () => {
    const closing = createClosing();
    try {
      const environment = await startFresh(closing);
      const port = await freePort();
      const here = (command: string): string => command.replaceAll('9099', String(port));
      const [receiverCommand = ''] = (await commandsIn(documents)).filter(isReceiver);
      const receiver = closing.add(
        await startProcess({
          command: 'bash',
          args: ['-c', `exec ${here(receiverCommand)}`],
          readyWhen: () => fetch(`http://127.0.0.1:${port}/`).then(() => true),
        }),
        (running) => running.close(),
      );
      expect(await outputOfExample(environment.DATA_DIR)).toContain("email: 'alan@example.com'");
      const shown: string[] = [];
      for (const files of shells) {
        const run = (await commandsIn(files)).filter((command) => known.test(command)).map(here);
        const ends = await runInShell(run, environment, closing);
        expect(ends.filter(({ code }) => code !== 0)).toEqual([]);
        shown.push(...ends.filter(({ command }) => /^(curl|api) /.test(command)).map(({ output }) => output));
      }
      expect(shown).not.toContain('');
      // The first contact, with the demo's mapping.
      expect(shown).toContainEqual(expect.stringContaining('"mobilephone": "+49 30 123456"'));
      // The guide's contact, with its installation's mapping and default.
      expect(shown).toContainEqual(
        expect.stringMatching(/"jobtitle": "Director"[^]*"lifecyclestage": "lead"/),
      );
      await eventually(() => receiver.output().includes('"notificationType":"write.async.done"'));
    } finally {
      await closing.close();
    }
  },
  3 * runWithinMs,
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

/** With the SDK installed, the demo's addresses and key. */
async function outputOfExample(dataDir: string): Promise<string> {
  const fences = await fencesIn(['README.md']);
  const example = fences.find(({ language }) => language === 'js')?.text ?? '';
  const demo = await readFile(join(dataDir, 'demo.json'), 'utf8');
  const script = `const { apiKey, project, managementUrl, writeUrl } = ${demo};\n${example}`;
  const cwd = join(checkout, 'services/all-in-one');
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd })).stdout;
}

/** Returns how each ended. */
async function runInShell(run: readonly string[], environment: Record<string, string>, closing: Closing) {
  const shell = closing.add(
    await startProcess({ command: 'bash', args: ['-c', scriptOf(run)], cwd: checkout, env: environment }),
    (running) => running.close(),
  );
  await shell.waitForExit({ withinMs: runWithinMs });
  return endsIn(shell.output(), run);
}

/** With the environment of a first user. */
async function startFresh(closing: Closing) {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-readme-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  const database = closing.add(await testDatabase(), (db) => db.drop());
  closing.add(await startWrit(dataDir, { DATABASE_URL: database.url }), async ({ process: running }) => {
    running.kill('SIGTERM');
    await running.waitForExit();
  });
  // By default curl accepts an error answer.
  await writeFile(join(dataDir, '.curlrc'), 'fail-with-body\nshow-error\n');
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(given),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    CURL_HOME: dataDir,
  };
}
