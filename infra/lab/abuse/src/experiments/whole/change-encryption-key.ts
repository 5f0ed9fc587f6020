import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceName } from '@writ/stack';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Attack } from '../../experiment.ts';
import type { Whole } from '../../ground/start-whole.ts';

const checkout = join(import.meta.dirname, '../../../../../..');
const keyHolders: readonly ServiceName[] = ['installations', 'notification', 'write-worker', 'write-gateway'];

/** From a line that `admin` prints. */
type Line = { ENCRYPTION_KEYS?: string; key?: string; use?: string; mayBeDropped?: boolean };

/** Replaces the encryption key as the operators' page describes. Returns the variable with only the new key. */
export async function changeEncryptionKey(
  whole: Whole,
  tell: Attack['tell'],
): Promise<{ last: string; verdicts: Verdict[] }> {
  const first = whole.stack.environment['ENCRYPTION_KEYS'] ?? '';
  const steps = (await admin(whole, first, 'new-key')).flatMap((line) => line.ENCRYPTION_KEYS ?? []);
  const [opening = '', sealing = ''] = steps;
  tell('Every process is given the new key.');
  await restartAll(whole, keyHolders, { ENCRYPTION_KEYS: opening });
  tell('Every process seals with it.');
  await restartAll(whole, keyHolders, { ENCRYPTION_KEYS: sealing });
  await admin(whole, sealing, 'reseal', '--new-data-keys');
  const checked = await admin(whole, sealing, 'check-keys');
  const [oldId = ''] = first.split(':');
  const mayBeDropped = checked.some((line) => line.key === oldId && line.mayBeDropped === true);
  const last = sealing
    .split(',')
    .filter((entry) => !entry.startsWith(`${oldId}:`))
    .join();
  tell('No process has the old one any more.');
  await restartAll(whole, keyHolders, { ENCRYPTION_KEYS: last });
  const uses = (await admin(whole, last, 'check-keys')).map(({ key, use }) => `${key} ${use}`);
  return {
    last,
    verdicts: [
      {
        what: 'the old encryption key may be dropped after reseal',
        holds: mayBeDropped,
        detail: JSON.stringify(checked),
      },
      {
        what: 'the new one seals all that is there',
        holds: uses.length === 1 && uses[0]?.endsWith(' seals') === true && !uses[0].startsWith(`${oldId} `),
        detail: uses.join(', '),
      },
    ],
  };
}

async function admin({ stack }: Whole, keys: string, ...args: readonly string[]): Promise<Line[]> {
  const main = join(checkout, 'services/installations/src/admin/admin.main.ts');
  const env = { ...stack.environment, ENCRYPTION_KEYS: keys };
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], {
    cwd: checkout,
    env,
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** Starts each service with other variables, then stops the old processes. */
export async function restartAll(
  { stack }: Whole,
  services: readonly ServiceName[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  for (const service of services) {
    const old = [...stack.replicas[service]];
    await stack.addReplica(service, { environment });
    for (const replica of old) await replica.stop();
  }
}
