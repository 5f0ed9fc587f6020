import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@writ/contracts';

export type DemoFile = {
  /** Both addresses end in `/v1`. */
  managementUrl: string;
  writeUrl: string;
  sandboxUrl: string;
  project: string;
  /** The only copy of the demo's key. */
  apiKey: string;
  /** By provider. */
  integrations: { readonly hubspot: string } & Readonly<Record<string, string>>;
  groupRef: string;
};

const pathIn = (dataDir: string): string => join(dataDir, 'demo.json');

export async function readDemoFile(dataDir: string): Promise<{ apiKey?: string; managementUrl?: string }> {
  try {
    const { apiKey, managementUrl } = JSON.parse(await readFile(pathIn(dataDir), 'utf8')) as JsonObject;
    return {
      ...(typeof apiKey === 'string' && { apiKey }),
      ...(typeof managementUrl === 'string' && { managementUrl }),
    };
  } catch {
    return {};
  }
}

/** Only its owner may read it: it has a key. */
export async function writeDemoFile(dataDir: string, file: DemoFile): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const unfinished = `${pathIn(dataDir)}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, pathIn(dataDir));
}
