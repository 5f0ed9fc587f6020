import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWrit } from '@writ/all-in-one/testing';
import { startPostgres } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import { openPool, startReceiver } from '@writ/test-kit';
import { readRows } from './copy-rows.ts';
import { keepData, type Addresses } from './kept-data.ts';
import { leaveWork } from './leave-work.ts';

const hostOf = (url: string): string => new URL(url).host;

/**
 * Uses the embedded form, kills it with work in progress, and stores its rows as a release's.
 * @param tell receives a line at the end
 */
export async function makeKept(release: string, tell: (line: string) => void): Promise<void> {
  const closing = createClosing();
  try {
    const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-kept-')), (path) =>
      rm(path, { recursive: true }),
    );
    const postgres = closing.add(await startPostgres({ durable: false }), (server) => server.close());
    const receiver = closing.add(await startReceiver(), (opened) => opened.close());
    const adminToken = randomBytes(24).toString('base64url');
    const writ = await startWrit(dataDir, { DATABASE_URL: postgres.url, ADMIN_TOKEN: adminToken });
    closing.add(writ.process, (running) => running.close());
    const used = await leaveWork({ ...writ, adminToken, receiver });
    // Like a crash: finishes and returns nothing.
    await writ.process.close();
    const madeAt = new Date().toISOString();
    const pool = closing.add(openPool(postgres.url), (opened) => opened.end());
    const addresses: Addresses = {
      management: hostOf(writ.demo.managementUrl),
      write: hostOf(writ.demo.writeUrl),
      sandbox: hostOf(writ.demo.sandboxUrl),
      receiver: hostOf(receiver.url),
    };
    const data = {
      release,
      madeAt,
      adminToken,
      ...used,
      ...(await readRows(pool)),
      files: await filesOf(dataDir),
    };
    const { file, bytes } = await keepData(data, addresses);
    tell(`${file}: ${Object.keys(data.tables).length} tables, ${bytes} bytes.`);
  } finally {
    await closing.close();
  }
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  return Object.fromEntries(
    await Promise.all(
      entries.map(async ({ name }) => [name, await readFile(join(folder, name), 'utf8')] as const),
    ),
  );
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: 0o600 });
}
