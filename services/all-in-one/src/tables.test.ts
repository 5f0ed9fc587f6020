import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const checkout = join(import.meta.dirname, '../../..');
const readByOperations = ['delivery', 'delivery_attempt', 'destination', 'event', 'topic'];

/** `model`: its name in Prisma's client; `owner`: a workspace. */
type Table = { name: string; model: string; schema: string; owner: string };

test('who owns a table alone names it in SQL, but that the operations service reads some of notification', async () => {
  const tables = await tablesOfSchema();
  const sources = await filesOf('{packages,services}/*/src/**/*.ts');
  const foreign = sources.flatMap(({ path, text }) => {
    const workspace = path.split('/').slice(0, 2).join('/');
    return tables
      .filter(({ owner }) => owner !== workspace)
      .flatMap((table) => whatIsDoneWith(table, text).map((verb) => `${workspace} ${verb} ${table.name}`));
  });

  expect([...new Set(foreign)].sort()).toEqual(
    readByOperations.map((name) => `services/operations reads ${name}`),
  );
});

test('the README of who owns tables names each of them, or the file of the schema that does', async () => {
  const tables = await tablesOfSchema();
  const readmes = new Map(
    (await filesOf('{packages,services}/*/README.md')).map(({ path, text }) => [dirname(path), text]),
  );
  const isNamed = ({ name, owner, schema }: Table) =>
    [name, schema].some((words) => readmes.get(owner)?.includes(`\`${words}\``));

  expect(tables.filter((table) => !isNamed(table))).toEqual([]);
});

/** The schema has a file per owner. */
async function tablesOfSchema(): Promise<Table[]> {
  const files = await filesOf('prisma/schema/*.prisma');
  return files.flatMap(({ path, text }) => {
    const word = basename(path, '.prisma');
    const owner = word === 'notification' ? 'services/notification' : `packages/${word}`;
    return [...text.matchAll(/^model (\w)(\w+) \{.*?@@map\("(\w+)"\)/gms)].map(
      ([, first = '', rest = '', name = '']) => ({
        name,
        model: first.toLowerCase() + rest,
        schema: path,
        owner,
      }),
    );
  });
}

function whatIsDoneWith({ name, model }: Table, text: string): ('reads' | 'changes')[] {
  const sql = [...text.matchAll(new RegExp(`\\b(DELETE FROM|FROM|JOIN|INTO|UPDATE) ${name}\\b`, 'g'))];
  const prisma = [...text.matchAll(new RegExp(`\\bprisma\\.${model}\\.(\\w+)`, 'g'))];
  return [...sql, ...prisma].map(([, word = '']) =>
    /^(?:FROM|JOIN|find|count|aggregate|group)/.test(word) ? 'reads' : 'changes',
  );
}

async function filesOf(pattern: string): Promise<{ path: string; text: string }[]> {
  const paths: string[] = [];
  for await (const path of glob(pattern, { cwd: checkout })) paths.push(path);
  const ours = paths.filter((path) => !/\.test\.ts$|\/testing\/|\/generated\//.test(path));
  return Promise.all(
    ours.map(async (path) => ({ path, text: await readFile(join(checkout, path), 'utf8') })),
  );
}
