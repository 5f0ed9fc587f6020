import { gzipSync } from 'node:zlib';
import { readBundle } from './read-bundle.ts';
import { bundleFolder, type Bundle } from './bundle.ts';

/** The console as a host serves it: one page, and the files that it loads, whose names change with what they hold. */
export type Console = { page: string; files: ReadonlyMap<string, ConsoleFile> };
type ConsoleFile = { type: 'js' | 'css'; bytes: Buffer; gzipped: Buffer };

/** Gives the bundle that was made before, as in an image, or makes it, as in a checkout. */
export async function openConsole(): Promise<Console> {
  const { page, files } = (await readBundle(bundleFolder)) ?? (await makeBundle());
  return { page, files: new Map([...files].map(([name, bytes]) => [name, served(name, bytes)])) };
}

/** What bundles is loaded only where it is needed: an image has none. */
const makeBundle = async (): Promise<Bundle> => (await import('./make-bundle.ts')).makeBundle();

const served = (name: string, content: Uint8Array): ConsoleFile => {
  const bytes = Buffer.from(content);
  return { type: name.endsWith('.css') ? 'css' : 'js', bytes, gzipped: gzipSync(bytes) };
};
