import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { packageFolder } from './bundle.ts';

const source = join(packageFolder, 'src');
/** What pages share, and all styles, in the order in which later ones win. */
const shared = [
  'style/*.css',
  '{data,parts}/**/*.{ts,tsx}',
  'pages/**/*.css',
  // Files of one page that other pages import.
  'pages/*/{delivery-parts.tsx,{destination,operation}-standing.ts}',
  'pages/{events/events-page,tasks/tasks-page}.tsx',
  'pages/{audit/audit-words,dead-letters/dead-letter-words}.ts',
  'pages/customer/use-group-ref.ts',
  'pages/lanes/{lane-parts,lane-standing}.{ts,tsx}',
  'pages/operation/{records/record-fields.tsx,timeline/notes.ts}',
];

/**
 * Puts what pages share into one file that loads first, and leaves each page one file. esbuild's own
 * splitting makes a file for each set of pages that share something: twenty for a page.
 */
export const sharing: Plugin = {
  name: 'sharing',
  setup(build) {
    build.onResolve({ filter: /^shared$/ }, () => ({ path: 'shared', namespace: 'shared' }));
    build.onLoad({ filter: /./, namespace: 'shared' }, () => ({
      contents: shared
        .flatMap((pattern) => globSync(pattern, { cwd: source, exclude: ['**/*.test.ts'] }).sort())
        .map((path) => `import './${path}';`)
        .join(''),
      resolveDir: source,
    }));
    build.onLoad({ filter: /(?:\/app\/start|-page)\.tsx$/ }, async ({ path }) => ({
      contents: `import 'shared';${await readFile(path, 'utf8')}`,
      loader: 'tsx',
    }));
  },
};
