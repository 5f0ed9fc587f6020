import { spawnSync } from 'node:child_process';
import { access, glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { publishedPackages } from '@writ/publish';

const checkout = join(import.meta.dirname, '../../..');
const textOf = (file: string): Promise<string> => readFile(join(checkout, file), 'utf8');

let documents: { path: string; text: string }[];

beforeAll(async () => {
  documents = [];
  const exclude = (path: string) => path.includes('node_modules');
  for await (const path of glob('{*.md,{docs,infra,packages,services}/**/*.md}', { cwd: checkout, exclude }))
    documents.push({ path, text: await textOf(path) });
});

/** The pattern's first group in each document. */
const foundIn = (pattern: RegExp): { path: string; name: string }[] =>
  documents.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name = '']) => ({ path, name })));

test('the scripts that documents name exist, and those for npm stand in a document', async () => {
  const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: Record<string, string> };
  const told = foundIn(/\bp?npm (?:run (?:--silent )?)?((?<=run (?:--silent )?)[a-z][a-z:-]*|start|test)\b/g);
  const forNpm = Object.keys(scripts).filter((name) => scripts[name]?.includes('npx '));

  expect(told.filter(({ name }) => !(name in scripts))).toEqual([]);
  expect(forNpm.filter((script) => !told.some(({ name }) => name === script))).toEqual([]);
  expect(forNpm).toContain('admin');
});

test('no document installs a package of the workspace by its name, which no registry has', async () => {
  const installed = foundIn(/\b(?:npm|pnpm|yarn|bun) (?:install|i|add)\b[^`\n]*?(@writ\/[a-z]+)/g);
  const packed = foundIn(/\bnpm run pack -- ([a-z][a-z ]*)/g).flatMap(({ name }) => name.trim().split(' '));

  expect(installed).toEqual([]);
  expect(await publishedPackages()).toEqual(expect.arrayContaining(packed));
  expect(packed).toContain('react');
});

test('the programs and containers that documents name exist', async () => {
  const programs = new Set(foundIn(/\bnode (\w\S+\.ts)\b/g).map(({ name }) => name));
  const containers = foundIn(/\bdocker compose (?:exec|run|restart) (?:-T |--rm )?([a-z-]+)/g).map(
    ({ name }) => name,
  );
  const compose = await textOf('docker-compose.yml');

  await Promise.all([...programs].map((program) => access(join(checkout, program))));
  expect(programs.size).toBeGreaterThan(0);
  expect(containers.filter((name) => !compose.includes(`\n  ${name}:\n`))).toEqual([]);
  expect(containers).toEqual(expect.arrayContaining(['installations', 'prepare', 'edge']));
});

test("the operators' commands that documents name exist, and all stand in the page for operators", async () => {
  const program = join(checkout, 'services/installations/src/admin/admin.main.ts');
  const { stdout } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  const listed = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name = '']) => name);
  const commands = listed.filter((name) => name !== 'help');
  const told = foundIn(/\badmin(?: --|\.main\.ts) ([a-z][a-z-]+)/g);
  const page = await textOf('docs/operating.md');

  expect(told.filter(({ name }) => !commands.includes(name))).toEqual([]);
  expect(commands.filter((name) => !page.includes(`admin -- ${name}`))).toEqual([]);
  expect(commands).toContain('create-key');
});
