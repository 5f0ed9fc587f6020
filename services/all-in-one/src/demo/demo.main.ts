import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoFile } from '@writ/installations';
import { runDemo } from './run-demo.ts';

const file = join(process.env['DATA_DIR'] ?? '.data', 'demo.json');
const text = await readFile(file, 'utf8').catch(() => undefined);
if (text === undefined) {
  process.stderr.write(`There is no ${file}: run \`npm start\` in another terminal first.\n`);
  process.exit(1);
}
try {
  await runDemo(JSON.parse(text) as DemoFile, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  const refused = error instanceof Error && String((error as NodeJS.ErrnoException).code) === 'ECONNREFUSED';
  const reason = refused ? 'nothing answers at the addresses in it; is `npm start` running?' : String(error);
  process.stderr.write(`The demo could not go on with ${file}: ${reason}\n`);
  process.exit(1);
}
