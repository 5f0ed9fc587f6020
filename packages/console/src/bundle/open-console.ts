import { gzipSync } from 'node:zlib';
import { bundleFolder, readBundle, type Bundle } from './bundle.ts';

export type Console = { page: string; files: ReadonlyMap<string, ConsoleFile> };
type ConsoleFile = { type: 'js' | 'css'; bytes: Buffer; gzipped: Buffer };

/** Reads the bundle of an image, or bundles a checkout. */
export async function openConsole(): Promise<Console> {
  const { page, files } = (await readBundle(bundleFolder)) ?? (await makeBundle());
  return { page, files: new Map([...files].map(([name, bytes]) => [name, served(name, bytes)])) };
}

/** An image has no esbuild. */
const makeBundle = async (): Promise<Bundle> => (await import('./make-bundle.ts')).makeBundle();

const served = (name: string, content: Uint8Array): ConsoleFile => {
  const bytes = Buffer.from(content);
  return { type: name.endsWith('.css') ? 'css' : 'js', bytes, gzipped: gzipSync(bytes) };
};
