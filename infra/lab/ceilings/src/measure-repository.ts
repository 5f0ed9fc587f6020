import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { circlesIn, pairsIn } from './import-circles.ts';
import { linesIn, readSourceFile, wordsIn, type SourceFile } from './source-file.ts';

/** The purpose of a file. Generated files are counted apart. */
export type Area = 'product' | 'test' | 'testing' | 'laboratory' | 'generated';

export type Measured = {
  lines: Readonly<Record<Area, number>>;
  /** Lines of the product in TypeScript. */
  typescript: number;
  /** Product lines. */
  packages: ReadonlyMap<string, number>;
  /** Words of comments. */
  commentWords: Readonly<Record<Area, number>>;
  /** Words. */
  documents: ReadonlyMap<string, number>;
  /** Lines of product files. */
  files: ReadonlyMap<string, number>;
  circles: readonly (readonly string[])[];
  /** Neighbouring folders of one package that import each other. */
  pairs: readonly (readonly [string, string])[];
};

const counted = /\.(?:ts|tsx|css|sql)$/;
const isCode = (path: string): boolean => /\.tsx?$/.test(path);

export function measureRepository(root: string): Measured {
  const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((path) => counted.test(path) || path.endsWith('.md'));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const sources = new Map(
    [...texts].filter(([path]) => isCode(path)).map(([path, text]) => [path, readSourceFile(path, text)]),
  );
  const lines = none();
  const commentWords = none();
  const files = new Map<string, number>();
  const documents = new Map<string, number>();
  for (const [path, text] of texts) {
    if (path.endsWith('.md')) documents.set(path, wordsIn(text));
    else {
      lines[areaOf(path)] += linesIn(text);
      if (areaOf(path) === 'product') files.set(path, linesIn(text));
    }
  }
  for (const [path, source] of sources) commentWords[areaOf(path)] += source.commentWords;
  const arrows = arrowsBetween(new Map([...sources].filter(([path]) => areaOf(path) !== 'test')));
  return {
    lines,
    typescript: sum([...files].filter(([path]) => isCode(path))),
    packages: new Map(
      [...Map.groupBy(files, ([path]) => packageOf(path))].map(([name, own]) => [name, sum(own)]),
    ),
    commentWords,
    documents,
    files,
    circles: circlesIn(arrows),
    pairs: pairsIn(betweenFolders(arrows)),
  };
}

const none = (): Record<Area, number> => ({
  product: 0,
  test: 0,
  testing: 0,
  laboratory: 0,
  generated: 0,
});

function areaOf(path: string): Area {
  if (/^packages\/(?:cli|sdk)\/src\/openapi\//.test(path)) return 'generated';
  if (/\.test\.tsx?$/.test(path)) return 'test';
  if (/^(?:infra|packages\/sandbox-crm)\//.test(path)) return 'laboratory';
  return path.includes('/testing/') || !/^(?:packages|services)\//.test(path) ? 'testing' : 'product';
}

const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');

const sum = (files: readonly (readonly [string, number])[]): number =>
  files.reduce((total, [, lines]) => total + lines, 0);

/** The linter checks arrows between packages. */
const arrowsBetween = (sources: ReadonlyMap<string, SourceFile>): Map<string, Set<string>> =>
  new Map(
    [...sources].map(([path, { imports }]) => [
      path,
      new Set(
        imports
          .filter((name) => name.startsWith('.'))
          .map((name) => join(dirname(path), name))
          .filter((target) => sources.has(target)),
      ),
    ]),
  );

/** A folder and one inside it are not neighbours. */
function betweenFolders(arrows: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const [from, targets] of arrows) {
    const own = dirname(from);
    const others = folders.get(own) ?? new Set();
    folders.set(own, others);
    for (const target of targets) if (areApart(own, dirname(target))) others.add(dirname(target));
  }
  return folders;
}

const areApart = (one: string, other: string): boolean =>
  !`${one}/`.startsWith(`${other}/`) && !`${other}/`.startsWith(`${one}/`);
