import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EnvironmentError, optional, readEnvironment, text } from '@writ/service-kit';
import {
  encryptionKeysVariable,
  insertAuditEntries,
  checkKeysInUse,
  type CheckedKey,
  reseal,
  withNewKey,
  type Keyring,
  type Resealed,
} from '@writ/tenancy';
import { StateError, type AdminCommand, type AdminContext } from './command.ts';
import { withDatabase } from './with-database.ts';

const variables = {
  ENCRYPTION_KEYS: optional(encryptionKeysVariable),
  DATA_DIR: text('Folder in which `npm start` and `npm run stack` keep their data.', { fallback: '.data' }),
};

const containersFile = '/data/encryption-keys';

export const newKey: AdminCommand = {
  summary:
    'Make an encryption key, and print the steps and values of ENCRYPTION_KEYS that introduce it. Changes nothing.',
  options: {},
  run: async ({ environment, tell }) => {
    const { keyring, file } = await keysOf(environment);
    const { id, opening, sealing } = withNewKey(keyring);
    const isOneProgram = file !== undefined && file !== containersFile;
    const steps = isOneProgram
      ? [{ do: `Write this into ${file}, and start again.`, ENCRYPTION_KEYS: sealing }]
      : [
          {
            do: `Give this to every process: then all of them open what ${id} seals.`,
            ENCRYPTION_KEYS: opening,
          },
          { do: `Once all run with it, give this to every process: ${id} seals.`, ENCRYPTION_KEYS: sealing },
        ];
    const last = { do: 'Once all run with it: reseal, then check-keys, which says what may be dropped.' };
    for (const [index, step] of [...steps, last].entries()) tell({ step: index + 1, ...step });
  },
};

export const resealCommand: AdminCommand = {
  summary:
    'Seal all data keys with the first encryption key, and older secrets with a data key. It can be stopped and repeated.',
  options: {
    'new-data-keys': {
      description:
        'Also give a new data key to projects whose data key is older than the first key: for keys that may have leaked.',
      isFlag: true,
    },
  },
  run: async ({ options, environment, tell, report, by }) => {
    const { keyring } = await keysOf(environment);
    const newDataKeys = options['new-data-keys'] !== undefined;
    const onProgress = (column: string, sealed: number) => report(`${column}: ${sealed} sealed anew`);
    const { left, ...done } = await withDatabase(environment, async ({ pool, prisma }) => {
      const after = { id: keyring.sealingKeyId, projectId: null, newDataKeys };
      // Before the first change: resealing may be interrupted.
      await insertAuditEntries(prisma, by, { resource: 'encryptionKey', after });
      return reseal(pool, keyring, { newDataKeys, onProgress });
    });
    tell({ ...done, left: countOf(left) });
    if (left.size === 0) return;
    const reasons = [...left].map(([reason, count]) => `${count}: ${reason}`);
    throw new StateError(`What could not be opened is left as it is. ${reasons.join(' ')}`);
  },
};

const countOf = (left: Resealed['left']): number => [...left.values()].reduce((sum, count) => sum + count, 0);

export const checkKeys: AdminCommand = {
  summary:
    'Print for each encryption key what is sealed with it, and whether it may be dropped. Exit code 1 if a key is missing or wrong.',
  options: {},
  run: async ({ environment, tell }) => {
    const { keyring } = await keysOf(environment);
    const found = await withDatabase(environment, ({ pool }) => checkKeysInUse(pool, keyring));
    const faulty = found.filter(({ fault }) => fault !== undefined);
    const ids = new Set([...keyring.keys.keys(), ...found.map(({ keyId }) => keyId)]);
    for (const key of ids) {
      const { dataKeys, secrets, fault } = found.find(({ keyId }) => keyId === key) ?? unused;
      // While one key is wrong, it is unknown which others are needed.
      const mayBeDropped = key !== keyring.sealingKeyId && dataKeys + secrets === 0 && faulty.length === 0;
      const use = fault ?? (key === keyring.sealingKeyId ? 'seals' : 'opens');
      tell({ key, use, dataKeys, secrets, mayBeDropped });
    }
    if (faulty.length > 0) throw new StateError(faulty.map(faultOf).join(' '));
  },
};

const unused = { dataKeys: 0, secrets: 0, fault: undefined };

const faultOf = ({ keyId, fault }: CheckedKey): string =>
  fault === 'wrong'
    ? `ENCRYPTION_KEYS holds another key as ${keyId} than the one that sealed.`
    : `ENCRYPTION_KEYS lacks ${keyId}.`;

/**
 * The keys of `ENCRYPTION_KEYS`, else of the one key file of `npm start`, `npm run stack` or the containers.
 * @throws EnvironmentError if there is none, or more than one
 */
async function keysOf(
  environment: AdminContext['environment'],
): Promise<{ keyring: Keyring; file: string | undefined }> {
  const { ENCRYPTION_KEYS: keyring, DATA_DIR } = readEnvironment(variables, environment);
  if (keyring) return { keyring, file: undefined };
  const dataDir = resolve(DATA_DIR);
  const usual = [join(dataDir, 'encryption-keys'), join(dataDir, 'stack', 'encryption-keys'), containersFile];
  const [kept, ...others] = await textsOf(usual);
  if (kept === undefined || others.length > 0) {
    const found = [kept, ...others].flatMap((one) => one?.file ?? []).join(' and ') || 'no file';
    const remedy = 'Give the keys, or name their file in ENCRYPTION_KEYS_FILE.';
    throw new EnvironmentError([
      { name: 'ENCRYPTION_KEYS', message: `is missing, and ${found} holds keys. ${remedy}` },
    ]);
  }
  const parsed = encryptionKeysVariable.parse(kept.text);
  if ('value' in parsed) return { keyring: parsed.value, file: kept.file };
  throw new EnvironmentError([{ name: 'ENCRYPTION_KEYS', message: `${kept.file}: ${parsed.fault}.` }]);
}

async function textsOf(files: readonly string[]): Promise<{ file: string; text: string }[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => undefined)));
  return files.flatMap((file, index) => {
    const content = texts[index];
    return content === undefined ? [] : [{ file, text: content.trim() }];
  });
}
