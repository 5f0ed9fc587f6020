import { basename } from 'node:path';
import { build, stop, type Metafile } from 'esbuild';
import { packageFolder, type Bundle } from './bundle.ts';
import { sharing } from './sharing.ts';

const entry = 'src/first/first.main.ts';
const start = 'src/app/start.tsx';
const first = 'console';

/** Bundles the console, split by page. File names have a hash of the content. */
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
    plugins: [sharing],
    // The checkout's setting is for Node.
    tsconfigRaw: {},
  });
  await stop();
  const { page, style } = pageOf(metafile);
  const served = outputFiles.filter(({ path }) => path.endsWith('.js') || basename(path) === style);
  return { page, files: new Map(served.map(({ path, contents }) => [basename(path), contents])) };
}

/**
 * The page preloads what every page needs. esbuild loads no styles with a later page, so one file has them
 * all.
 */
function pageOf({ outputs }: Metafile): { page: string; style: string } {
  const address = (path: string): string => `/console/assets/${basename(path)}`;
  const outputOf = (source: string) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
    if (!found) throw new Error(`The bundle of the console has no ${source}.`);
    return { path: found[0], ...found[1] };
  };
  const started = outputOf(start);
  const style = basename(started.cssBundle ?? '');
  const imported = started.imports.filter(({ kind }) => kind === 'import-statement');
  const preloaded = [started, ...imported].map(({ path }) => path);
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Writ</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${address(style)}">
${preloaded.map((path) => `<link rel="modulepreload" href="${address(path)}">`).join('\n')}
</head>
<body>
<div id="console"><p role="status">Reading the console …
<span>It takes long. If nothing comes, it could not be loaded: load this page again.</span></p></div>
<noscript>The console needs JavaScript.</noscript>
<script type="module" async src="${address(outputOf(entry).path)}"></script>
</body>
</html>
`;
  return { page, style };
}
