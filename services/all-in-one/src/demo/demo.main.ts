import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoFile } from '@writ/installations';
import { WritNetworkError } from '@writ/sdk';
import { letReadersLeave } from '@writ/service-kit';
import { runDemo } from './run-demo.ts';

letReadersLeave();
const file = join(process.env['DATA_DIR'] ?? '.data', 'demo.json');
const text = await readFile(file, 'utf8').catch(() => undefined);
if (text === undefined) {
  process.stderr.write(`There is no ${file}: run \`npm start\` in another terminal first.\n`);
  process.exit(1);
}
try {
  await runDemo(JSON.parse(text) as DemoFile, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  const hint = error instanceof WritNetworkError ? ' Is `npm start` running?' : '';
  process.stderr.write(`The demo could not go on with ${file}: ${String(error)}.${hint}\n`);
  process.exit(1);
}
