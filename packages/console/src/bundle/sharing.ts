import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { packageFolder } from './bundle.ts';

const source = join(packageFolder, 'src');
/** What pages share, with what these import; and the styles of all, those that any other may outdo first. */
const shared = [
  'style/tokens.css',
  'style/base.css',
  '{data,parts}/**/*.{ts,tsx}',
  'pages/**/*.css',
  // Of one page, and used by others.
  'pages/*/{delivery-columns,destination-status,operation-status,task-status}.tsx',
  'pages/{events/events-page,projects/projects-page}.tsx',
  'pages/lanes/{lane-parts,lane-standing,outage-notice,paused-by}.{ts,tsx}',
  'pages/operation/{records/record-fields.tsx,timeline/notes.ts}',
];

/**
 * Puts what pages share into one file, which is loaded first, and leaves each page a file of its own: esbuild makes a file for
 * each set of pages that share something, twenty of them for a page. Where every page imports all that is shared, there is one set.
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
