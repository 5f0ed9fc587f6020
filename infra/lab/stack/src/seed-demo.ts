import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Tell } from '@writ/local-servers';
import { checkout } from './programs.ts';

const adminMain = 'services/installations/src/admin/admin.main.ts';

/** Like `npm run admin -- seed-demo`; may be repeated. */
export async function seedDemo(environment: Record<string, string>, tell: Tell): Promise<void> {
  tell('Writing the demo.');
  await promisify(execFile)(process.execPath, [join(checkout, adminMain), 'seed-demo'], {
    cwd: checkout,
    env: environment,
  });
}
