import { readFileSync } from 'node:fs';
import { access, glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { publishedPackages } from '@writ/publish';

const checkout = join(import.meta.dirname, '../../..');
const widest = 160;
const headings = ['Purpose', 'Entry points', 'How it works', 'Dependencies', 'Notes'];
const neededHeadings = ['Purpose', 'Entry points', 'Dependencies'];

/** Without its fenced blocks. */
type Document = { path: string; lines: string[] };

let documents: Document[];

beforeAll(async () => {
  const paths = await filesOf('{*.md,docs/**/*.md,{infra,packages,services}/**/*.md}');
  documents = await Promise.all(
    paths.map(async (path) => ({ path, lines: linesOf(await readFile(join(checkout, path), 'utf8')) })),
  );
});

test('no cell of a table is padded, and no row is wider than 160 characters', () => {
  const rows = documents.flatMap(({ path, lines }) =>
    lines.filter((line) => /^\s*\|/.test(line)).map((row) => ({ path, row })),
  );

  expect(rows.filter(({ row }) => row !== unpadded(row) || row.length > widest)).toEqual([]);
  expect(rows.length).toBeGreaterThan(0);
});

test('every link leads to a file or folder of the checkout, and to a heading of it', async () => {
  const links = documents.flatMap(({ path, lines }) =>
    [...lines.join('\n').matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
      ([, file = '', anchor = '']) => ({ path, file, anchor }),
    ),
  );
  const broken = await Promise.all(
    links.map(async (link) => ((await leadsSomewhere(link)) ? undefined : link)),
  );

  expect(broken.filter((link) => link !== undefined)).toEqual([]);
  expect(links.length).toBeGreaterThan(0);
});

test('every path in code that begins at the root of the checkout is there', async () => {
  const named = documents.flatMap(({ path, lines }) =>
    [...lines.join('\n').matchAll(/`((?:packages|services|infra|docs|prisma)\/[\w./-]+)`/g)].map(
      ([, file = '']) => ({ path, file }),
    ),
  );
  const missing = await Promise.all(
    named.map(async (each) =>
      (await leadsSomewhere({ path: '', file: each.file, anchor: '' })) ? undefined : each,
    ),
  );

  expect(missing.filter((each) => each !== undefined)).toEqual([]);
  expect(named.length).toBeGreaterThan(0);
});

test('every source file that a document names is there, but those of others, which are in camelCase', async () => {
  const sources = await filesOf('{infra,packages,prisma,services}/**/*.{ts,tsx}');
  const named = documents.flatMap(({ path, lines }) =>
    [...lines.join('\n').matchAll(/`((?:[a-z\d-]+\/)*[a-z\d-]+(?:\.test)?\.tsx?)`/g)].map(
      ([, file = '']) => ({ path, file }),
    ),
  );

  const isThere = (file: string) => sources.some((source) => `/${source}`.endsWith(`/${file}`));

  expect(named.filter(({ file }) => !isThere(file))).toEqual([]);
  expect(named.length).toBeGreaterThan(0);
});

test('every section that a source file names, as in "Contract §2", is a heading of its page', async () => {
  const sections = documents.flatMap(({ path, lines }) =>
    [...headingsOf(lines, '## '), ...headingsOf(lines, '### ')].map(
      (heading) => `${path} ${/^[\d.]*\d/.exec(heading)?.[0] ?? ''}`,
    ),
  );
  const sources = await filesOf('{infra,packages,services}/**/*.{ts,tsx}');
  const named = await Promise.all(
    sources.map(async (path) => {
      const text = await readFile(join(checkout, path), 'utf8');
      return [...text.matchAll(/(Contract|Providers|Quality) ((?:(?:, )?§[\d.]*\d)+)/g)].flatMap(
        ([, page = '', places = '']) =>
          places
            .split(', ')
            .map((place) => ({ path, section: `docs/${page.toLowerCase()}.md ${place.slice(1)}` })),
      );
    }),
  );

  expect(named.flat().filter(({ section }) => !sections.includes(section))).toEqual([]);
  expect(named.flat().length).toBeGreaterThan(0);
});

test('docs holds documents, and the pictures that the README shows', async () => {
  const others = (await filesOf('docs/**/*.*')).filter((path) => !path.endsWith('.md'));
  const readme = await readFile(join(checkout, 'README.md'), 'utf8');
  expect(others.filter((path) => !readme.includes(`](${path})`))).toEqual([]);
});

test('READMEs of packages, services and laboratory have the same headings, except published packages', async () => {
  const published = await publishedPackages();
  const others = documents
    .filter(({ path }) => !published.some((name) => path === `packages/${name}/README.md`))
    .filter(({ path }) => /^(?:infra|packages|services)\/.*README\.md$/.test(path))
    .filter(({ lines }) => {
      const found = headingsOf(lines, '## ');
      const inOrder = headings.filter((heading) => found.includes(heading));
      return found.join() !== inOrder.join() || !neededHeadings.every((heading) => found.includes(heading));
    });

  expect(others.map(({ path }) => path)).toEqual([]);
});

function linesOf(text: string): string[] {
  let fenced = false;
  return text.split('\n').filter((line) => {
    if (!line.trimStart().startsWith('```')) return !fenced;
    fenced = !fenced;
    return false;
  });
}

/** A table row without padding. */
function unpadded(row: string): string {
  const cells = row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  const bare = cells.map((cell) => cell.trim().replace(/^(:?)-{3,}(:?)$/, '$1---$2'));
  return `|${bare.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`;
}

async function leadsSomewhere({ path, file, anchor }: { path: string; file: string; anchor: string }) {
  const target = file === '' ? path : relative(checkout, join(checkout, dirname(path), file));
  try {
    await access(join(checkout, target));
  } catch {
    return false;
  }
  return anchor === '' || anchorsOf(readFileSync(join(checkout, target), 'utf8')).includes(anchor);
}

const headingsOf = (lines: readonly string[], mark: string): string[] =>
  lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));

/** As GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  linesOf(text)
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

async function filesOf(pattern: string): Promise<string[]> {
  const files: string[] = [];
  const exclude = (path: string) => path.includes('node_modules');
  for await (const file of glob(pattern, { cwd: checkout, exclude })) files.push(file);
  return files.sort();
}
