import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const source = join(import.meta.dirname, '..');

const filesLike = async (pattern: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const file of glob(pattern, { cwd: source })) found.push(join(source, file));
  return found.sort();
};

const matches = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
];

test.each(await filesLike('**/*.module.css'))('the classes of %s are those that are used', async (sheet) => {
  const rules = (await readFile(sheet, 'utf8')).replaceAll(/\/\*.*?\*\//gs, '');
  const around = await filesLike(`${dirname(sheet).slice(source.length + 1)}/*.tsx`);
  const texts = await Promise.all(around.map((file) => readFile(file, 'utf8')));
  const code = texts.filter((text) => text.includes(`'./${basename(sheet)}'`)).join('\n');
  const named = matches(rules, /\.([a-z][\w-]*)(?=[^{}]*\{)/g);

  expect(matches(code, /styles\['([\w-]+)'\]/g).filter((name) => !named.includes(name))).toEqual([]);
  // Where one is chosen by a value, the types say which there are.
  if (/styles\[[^'\]]/.test(code)) return;
  expect(named.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});
