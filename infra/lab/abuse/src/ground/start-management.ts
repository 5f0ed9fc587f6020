import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '@writ/docs';
import type { Closing } from '@writ/service-kit';
import { startProcess } from '@writ/test-kit';

const checkout = join(import.meta.dirname, '../../../../..');
const adminToken = 'the-token-of-the-abused';

/** The embedded form's management host, in its own process with its own database and folder. */
export type Management = {
  /** The paths of the description are below it. */
  url: string;
  adminToken: string;
  /** The same process's write host, and a key of the project `demo`. */
  writeUrl: string;
  apiKey: string;
  document: OpenApiDocument;
  writeDocument: OpenApiDocument;
};

type Demo = { managementUrl: string; writeUrl: string; apiKey: string };

export async function startManagement(
  closing: Closing,
  environment: Readonly<Record<string, string>>,
): Promise<Management> {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-abuse-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  closing.add(
    await startProcess({
      command: process.execPath,
      args: ['services/all-in-one/src/main.ts'],
      cwd: checkout,
      env: {
        DATA_DIR: dataDir,
        MANAGEMENT_PORT: '0',
        WRITE_PORT: '0',
        SANDBOX_PORT: '0',
        ADMIN_TOKEN: adminToken,
        ...environment,
      },
      readyWhen: /Ctrl-C stops/,
    }),
    async (running) => {
      // In order, so that its Postgres ends, too.
      running.kill('SIGTERM');
      await running.waitForExit();
    },
  );
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const { managementUrl: url, writeUrl, apiKey } = demo;
  const [document, writeDocument] = await Promise.all([describedAt(url), describedAt(writeUrl)]);
  return { url, adminToken, writeUrl, apiKey, document, writeDocument };
}

/** @param base the host's address, or one below it */
export async function describedAt(base: string): Promise<OpenApiDocument> {
  return (await (await fetch(new URL('/openapi.json', base))).json()) as OpenApiDocument;
}
