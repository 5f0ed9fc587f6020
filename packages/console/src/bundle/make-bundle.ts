import { basename } from 'node:path';
import { build, stop, type Metafile } from 'esbuild';
import { packageFolder, type Bundle } from './bundle.ts';

const entry = 'src/app/main.tsx';

/** Bundles the console of this checkout: small, split by page, each file named by what it holds. */
export async function makeBundle(): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: packageFolder,
    entryPoints: { console: entry },
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
  return {
    page: pageOf(metafile),
    files: new Map(outputFiles.map(({ path, contents }) => [basename(path), contents])),
  };
}

/**
 * The page loads the styles of all pages: they are few, and esbuild loads none with a page that comes later. What the first
 * script imports is named, so that it is not waited for step by step.
 */
function pageOf({ outputs }: Metafile): string {
  const address = (path: string): string => `/console/assets/${basename(path)}`;
  const main = Object.entries(outputs).find(([, output]) => output.entryPoint === entry);
  if (!main) throw new Error('The bundle of the console has no beginning.');
  const [script, { imports }] = main;
  const preloaded = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  const styles = Object.keys(outputs).filter((path) => path.endsWith('.css'));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Writ</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
${styles.map((path) => `<link rel="stylesheet" href="${address(path)}">`).join('\n')}
${preloaded.map((path) => `<link rel="modulepreload" href="${address(path)}">`).join('\n')}
<script type="module" src="${address(script)}"></script>
</head>
<body><div id="console"></div><noscript>The console needs JavaScript.</noscript></body>
</html>
`;
}
