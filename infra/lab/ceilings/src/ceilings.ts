import type { Measured } from './measure-repository.ts';

/** Limits in `ceilings.json`. A commit that raises one says why. */
export type Ceilings = {
  productLines: number;
  typescriptLines: number;
  testingLines: number;
  laboratoryLines: number;
  /** Words in comments of product code. */
  commentWords: number;
  /** Tests, `testing/` folders, sandbox and laboratory. */
  otherCommentWords: number;
  documentWords: number;
  decisionWords: number;
  fileLines: number;
  circles: number;
  pairsOfFolders: number;
  /** Lines of each package and service. */
  packages: Readonly<Record<string, number>>;
  /** Exceptions to `fileLines`. */
  longFiles: Readonly<Record<string, number>>;
};

export type Figure = { name: string; value: number; ceiling: number; detail?: string };

/** A package without a ceiling gets zero, to be noticed. */
export function figuresOf(measured: Measured, ceilings: Ceilings): Figure[] {
  const { lines, commentWords, documents, circles, pairs } = measured;
  const longest = [...documents].filter(
    ([path]) => path.startsWith('docs/decisions/') && !path.endsWith('README.md'),
  );
  const figure = (name: keyof Ceilings, value: number, detail?: string): Figure => ({
    name,
    value,
    ceiling: Number(ceilings[name]),
    ...(detail !== undefined && { detail }),
  });
  const [decision, decisionWords] = longest.toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
  return [
    figure('productLines', lines.product),
    figure('typescriptLines', measured.typescript),
    figure('testingLines', lines.testing),
    figure('laboratoryLines', lines.laboratory),
    figure('commentWords', commentWords.product),
    figure('otherCommentWords', commentWords.test + commentWords.testing + commentWords.laboratory),
    figure(
      'documentWords',
      [...documents.values()].reduce((all, words) => all + words, 0),
    ),
    figure('decisionWords', decisionWords, decision),
    figure('circles', circles.length, circles.map((circle) => circle.slice(0, 3).join(' ')).join('; ')),
    figure('pairsOfFolders', pairs.length, pairs.map((pair) => pair.join(' and ')).join('; ')),
    ...[...measured.packages].map(([name, value]) => ({
      name,
      value,
      ceiling: ceilings.packages[name] ?? 0,
    })),
    ...[...measured.files]
      .filter(([path, value]) => value > ceilings.fileLines || path in ceilings.longFiles)
      .map(([name, value]) => ({ name, value, ceiling: ceilings.longFiles[name] ?? ceilings.fileLines })),
  ];
}
