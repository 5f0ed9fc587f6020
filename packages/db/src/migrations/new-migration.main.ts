import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder, schemaFolder, snapshotFile } from './paths.ts';
import { diffSchemas, readSchema } from './schema-diff.ts';

const name = process.argv[2];
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  process.stderr.write(
    'Give the migration a name of small letters, digits and underscores: npm run migration:new add_rates\n',
  );
  process.exit(64);
}

const schema = await readSchema(schemaFolder);
const before = existsSync(snapshotFile) ? await readFile(snapshotFile, 'utf8') : undefined;
const sql = await diffSchemas(before, schema);
const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
const folder = join(migrationsFolder, `${stamp}_${name}`);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'migration.sql'), sql);
await writeFile(snapshotFile, schema);
process.stdout.write(
  `${folder}/migration.sql: read it, and add what the schema cannot say (partial indexes, checks).\n`,
);
