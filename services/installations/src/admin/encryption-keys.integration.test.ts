import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import { runAdmin } from './run-admin.ts';

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'writ-keys-'));
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function admin(args: string, keys: { ENCRYPTION_KEYS?: string; ENCRYPTION_KEYS_FILE?: string }) {
  const told: Record<string, unknown>[] = [];
  const complaints: string[] = [];
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...keys };
  const code = await runAdmin(args.split(' '), environment, {
    tell: (line) => told.push(JSON.parse(line) as Record<string, unknown>),
    complain: (line) => complaints.push(line),
  });
  return { code, told, complaints };
}

const keyText = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const place = { table: 'connection', column: 'credentials', rowId: newId() } as const;
const secretsWith = (keys: string) => projectSecrets(createKeyring(keys), database.pool);

test('an encryption key is rotated: given to all, put first, resealed, checked, and the old one dropped', async () => {
  const old = keyText('k1');
  const projectId = newId();
  const sealed = (await secretsWith(old).sealer(projectId))('secret', place);
  const made = await admin('new-key', { ENCRYPTION_KEYS: old });
  expect(made.code).toBe(0);
  const [opening, sealing] = made.told.map((step) => String(step['ENCRYPTION_KEYS'])) as [string, string];
  const id = sealing.slice(0, sealing.indexOf(':'));
  expect(made.told).toEqual([
    { step: 1, do: expect.stringContaining('every process'), ENCRYPTION_KEYS: opening },
    { step: 2, do: expect.stringContaining(`${id} seals`), ENCRYPTION_KEYS: sealing },
    { step: 3, do: expect.stringContaining('reseal, then check-keys') },
  ]);
  expect([opening.startsWith(`${old},${id}:`), sealing.endsWith(`,${old}`)]).toEqual([true, true]);

  const check = () => admin('check-keys', { ENCRYPTION_KEYS: sealing });
  const line = (key: string, use: string, dataKeys: number, mayBeDropped: boolean) => ({
    key,
    use,
    dataKeys,
    secrets: 0,
    mayBeDropped,
  });
  expect(await check()).toEqual({
    code: 0,
    told: [line(id, 'seals', 0, false), line('k1', 'opens', 1, false)],
    complaints: [],
  });
  expect(await admin('reseal', { ENCRYPTION_KEYS: sealing })).toEqual({
    code: 0,
    told: [{ newDataKeys: 0, dataKeys: 1, secrets: 0, left: 0 }],
    complaints: ['project_key.sealed: 1 sealed anew'],
  });
  const { rows } = await database.pool.query('SELECT actor_kind, action, resource_id FROM audit_entry');
  expect(rows).toEqual([{ actor_kind: 'command', action: 'reseal', resource_id: id }]);
  expect((await check()).told).toEqual([line(id, 'seals', 1, false), line('k1', 'opens', 0, true)]);
  const [fresh] = sealing.split(',') as [string];
  expect(await secretsWith(fresh).open(sealed, place)).toBe('secret');
  expect(await admin('check-keys', { ENCRYPTION_KEYS: fresh })).toMatchObject({ code: 0, complaints: [] });
});

test('a key that is missing is told, with 1, and what it seals is left', async () => {
  await secretsWith(keyText('k1')).sealer(newId());
  const others = { ENCRYPTION_KEYS: keyText('k2') };
  const checked = await admin('check-keys', others);
  expect(checked).toMatchObject({ code: 1, complaints: ['ENCRYPTION_KEYS lacks k1.'] });
  expect(checked.told.at(-1)).toEqual({
    key: 'k1',
    use: 'missing',
    dataKeys: 1,
    secrets: 0,
    mayBeDropped: false,
  });
  const resealed = await admin('reseal', others);
  expect(resealed).toMatchObject({ code: 1, told: [{ dataKeys: 0, left: 1 }] });
  expect(resealed.complaints.join()).toContain('1: ENCRYPTION_KEYS holds no key with the id "k1".');
});

test('a key that is another one under its id is told, with 1, and no other may be dropped', async () => {
  await secretsWith(keyText('k1')).sealer(newId());
  const wrong = { ENCRYPTION_KEYS: [keyText('k1'), keyText('k0')].join() };
  const unused = { dataKeys: 0, secrets: 0, mayBeDropped: false };
  expect(await admin('check-keys', wrong)).toEqual({
    code: 1,
    told: [
      { key: 'k1', use: 'wrong', ...unused, dataKeys: 1 },
      { key: 'k0', use: 'opens', ...unused },
    ],
    complaints: ['ENCRYPTION_KEYS holds another key as k1 than the one that sealed.'],
  });
  const resealed = await admin('reseal', wrong);
  expect(resealed).toMatchObject({ code: 1, told: [{ dataKeys: 0, left: 1 }] });
  expect(resealed.complaints.join()).toContain(
    'ENCRYPTION_KEYS holds another key as k1 than the one that sealed',
  );
});

test('new data keys are made where they are asked for', async () => {
  const [old, fresh] = [keyText('k1'), keyText('k2')];
  await secretsWith(old).sealer(newId());
  const answer = await admin('reseal --new-data-keys --json', { ENCRYPTION_KEYS: `${fresh},${old}` });
  expect(answer).toEqual({
    code: 0,
    told: [{ newDataKeys: 1, dataKeys: 1, secrets: 0, left: 0 }],
    complaints: ['{"progress":"project_key.sealed: 1 sealed anew"}'],
  });
  expect(await admin('reseal --new-data-keys=yes', { ENCRYPTION_KEYS: old })).toMatchObject({ code: 64 });
});

test('without ENCRYPTION_KEYS the file of a start in the same folder counts, if there is one alone', async () => {
  const missing = await admin('check-keys', {});
  expect(missing).toMatchObject({ code: 78, complaints: [expect.stringContaining('no file holds keys')] });
  const [embedded, stack] = [join(dataDir, 'encryption-keys'), join(dataDir, 'stack', 'encryption-keys')];
  const text = keyText('k1');
  await writeFile(embedded, `${text}\n`);
  const made = await admin('new-key', {});
  expect(made.told).toEqual([
    { step: 1, do: `Write this into ${embedded}, and start again.`, ENCRYPTION_KEYS: expect.any(String) },
    { step: 2, do: expect.any(String) },
  ]);
  expect(made.told[0]?.['ENCRYPTION_KEYS']).toMatch(
    new RegExp(`^k[0-9a-f]{8}:.*,${text.replaceAll('+', '\\+')}$`),
  );
  await mkdir(join(dataDir, 'stack'));
  await writeFile(stack, 'none');
  const two = await admin('check-keys', {});
  expect(two).toMatchObject({ code: 78, complaints: [expect.stringContaining(`${embedded} and ${stack}`)] });
  expect(await admin('check-keys', { ENCRYPTION_KEYS_FILE: embedded })).toMatchObject({ code: 0 });
  const faulty = await admin('check-keys', { ENCRYPTION_KEYS_FILE: stack });
  expect(faulty).toMatchObject({ code: 78, complaints: [expect.stringContaining('id:base64key')] });
});
