import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { build, stop, type Metafile, type OutputFile } from 'esbuild';
import { packageFolder, type Bundle } from './bundle.ts';

const entry = 'src/app/main.tsx';
/** What its files are called. */
const first = 'console';

/** Bundles the console of this checkout: small, split by page, each file named by what it holds. */
export async function makeBundle(): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: packageFolder,
    entryPoints: { [first]: entry },
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Of this package alone: a setting of the checkout is for Node.
    tsconfigRaw: {},
  });
  await stop();
  const isStyle = (path: string): boolean => path.endsWith('.css');
  const style = styleOf(outputFiles.filter(({ path }) => isStyle(path)));
  const scripts = outputFiles.filter(({ path }) => !isStyle(path));
  return {
    page: pageOf(metafile, style.name),
    files: new Map([
      [style.name, style.contents],
      ...scripts.map(({ path, contents }) => [basename(path), contents] as const),
    ]),
  };
}

/**
 * The styles of all pages as one file: they are few, and esbuild loads none with a page that comes later. Those of the first
 * script stand first, as they do where it is asked for them.
 */
function styleOf(files: readonly OutputFile[]): { name: string; contents: Uint8Array } {
  const isFirst = ({ path }: OutputFile): boolean => basename(path).startsWith(`${first}-`);
  const ordered = [...files.filter(isFirst), ...files.filter((file) => !isFirst(file))];
  const contents = Buffer.concat(ordered.map((file) => file.contents));
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
  return { name: `${first}-${hash}.css`, contents };
}

/** What the first script imports is named, so that it is not waited for step by step. */
function pageOf({ outputs }: Metafile, style: string): string {
  const address = (path: string): string => `/console/assets/${basename(path)}`;
  const main = Object.entries(outputs).find(([, output]) => output.entryPoint === entry);
  if (!main) throw new Error('The bundle of the console has no beginning.');
  const [script, { imports }] = main;
  const preloaded = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Writ</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${address(style)}">
${preloaded.map((path) => `<link rel="modulepreload" href="${address(path)}">`).join('\n')}
<script type="module" src="${address(script)}"></script>
</head>
<body><div id="console"></div><noscript>The console needs JavaScript.</noscript></body>
</html>
`;
}
