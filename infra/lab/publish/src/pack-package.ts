import { execFile } from 'node:child_process';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const checkout = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** As published: npm installs it. */
export type Packed = { folder: string; archive: string };

/** Folders in `packages` whose manifests say how to publish. */
export async function publishedPackages(): Promise<string[]> {
  const names: string[] = [];
  for await (const file of glob('packages/*/package.json', { cwd: checkout })) {
    const manifest = JSON.parse(await readFile(join(checkout, file), 'utf8')) as { publishConfig?: object };
    if (manifest.publishConfig !== undefined) names.push(file.split('/')[1] ?? '');
  }
  return names.sort();
}

/**
 * Builds JavaScript and types into `dist`, and an archive. `publishConfig` replaces members of `package.json`, and
 * numbers replace workspace versions.
 */
export async function packPackage(name: string, into: string): Promise<Packed> {
  const folder = join(checkout, 'packages', name);
  await rm(join(folder, 'dist'), { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const settings = join(into, `tsconfig.${name}.json`);
  await writeFile(settings, JSON.stringify(compilerSettings(folder)));
  await run(process.execPath, [join(checkout, 'node_modules/typescript7/bin/tsc'), '--project', settings]);
  await leadTypesToTypes(join(folder, 'dist'));
  const pnpm = ['--yes', await ownPnpm(), 'pack', '--json', '--pack-destination', into];
  const { stdout } = await run('npx', pnpm, { cwd: folder });
  const { filename } = JSON.parse(stdout) as { filename: string };
  return { folder, archive: filename };
}

const compilerSettings = (folder: string) => ({
  extends: join(checkout, 'tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    typeRoots: [join(checkout, 'node_modules/@types')],
    rootDir: join(folder, 'src'),
    outDir: join(folder, 'dist'),
  },
  include: [join(folder, 'src')],
  exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'].map((pattern) => join(folder, 'src', pattern)),
});

/** The compiler rewrites imports only in JavaScript; older compilers do not find `./file.ts` beside `file.d.ts`. */
async function leadTypesToTypes(dist: string): Promise<void> {
  for await (const file of glob('**/*.d.ts', { cwd: dist })) {
    const text = await readFile(join(dist, file), 'utf8');
    await writeFile(
      join(dist, file),
      text.replaceAll(/((?:from|import) ?\(?['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2'),
    );
  }
}

const ownPnpm = async (): Promise<string> =>
  (JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as { packageManager: string })
    .packageManager;
