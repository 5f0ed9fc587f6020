import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { hiddenParts } from '@writ/service-kit';
import { declaredVariables, type Declared } from './testing/declared-variables.ts';

type Entry = { name: string; value: string; comment: string };

const embedded = 'services/all-in-one/src/config.ts';

let text: string;
let entries: Map<string, Entry>;
let declared: Declared[];

beforeAll(async () => {
  text = await readFile(join(import.meta.dirname, '../../../.env.example'), 'utf8');
  const found = [...text.matchAll(/((?:^# .*\n)*)^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  entries = new Map(
    found.map(([, lines = '', name = '', value = '']) => {
      const comment = lines.replaceAll(/^# /gm, '').replaceAll('\n', ' ');
      return [name, { name, value, comment }];
    }),
  );
  expect(entries.size).toBe(found.length);
  declared = await declaredVariables();
});

const entryOf = ({ name }: Declared): Entry => entries.get(name) ?? { name, value: '', comment: '' };

test('the file names every variable of the code, and no other', () => {
  const names = new Set(declared.map(({ name }) => name));

  expect([...entries.keys()].sort()).toEqual([...names].sort());
});

test('each variable has the default that the code has', () => {
  const other = declared
    .filter(({ place }) => place !== embedded)
    .filter((variable) => variable.fallback !== '' && entryOf(variable).value !== variable.fallback);

  expect(other).toEqual([]);
});

test('a default is shown only where the code has one', () => {
  const known = new Set(declared.map(({ name, fallback }) => `${name}=${fallback}`));
  const shown = [...entries.values()].map(({ name, value }) => `${name}=${value}`);

  expect(shown.filter((line) => !known.has(line))).toEqual([]);
});

test('a variable without a default is said to be needed', () => {
  const needed = new Set(declared.filter((variable) => variable.needed).map(({ name }) => name));
  const said = [...entries.values()]
    .filter(({ comment }) => comment.includes('Needed'))
    .map(({ name }) => name);

  expect(said.sort()).toEqual([...needed].sort());
});

test('a default of the embedded form that differs is told', () => {
  const differs = declared
    .filter(({ place, fallback }) => place === embedded && fallback !== '')
    .filter((variable) => entryOf(variable).value !== variable.fallback);

  expect(differs.map(({ name }) => name).sort()).toEqual([
    'DESTINATION_ALLOW_CIDRS',
    'DESTINATION_ALLOW_HTTP',
    'LOG_LEVEL',
  ]);
  for (const variable of differs)
    expect(entryOf(variable).comment).toContain(`Embedded form: ${variable.fallback}.`);
});

test('each variable is explained in the words of the code', () => {
  const descriptions = Map.groupBy(
    declared.filter(({ description }) => description !== undefined),
    ({ name }) => name,
  );
  for (const [name, places] of descriptions) {
    const { comment } = entryOf({ ...places[0]!, name });
    expect(places.some(({ description = '' }) => comment.startsWith(description))).toBe(true);
  }
  const unexplained = [...entries.values()].filter(({ comment }) => comment === '');
  expect(unexplained).toEqual([]);
});

test('the file lists the secrets that files may hold, and logs hide each of them', () => {
  const secrets = new Set(declared.filter(({ secret }) => secret).map(({ name }) => name));
  const [paragraph = ''] = /^# A secret may be in a file: [^]+?\n# For containers/m.exec(text) ?? [];
  const listed = new Set([...paragraph.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name));
  listed.delete('DATABASE_URL_FILE');

  expect([...listed].sort()).toEqual([...secrets].sort());
  expect(Object.keys(hiddenParts).sort()).toEqual([...secrets].sort());
});
