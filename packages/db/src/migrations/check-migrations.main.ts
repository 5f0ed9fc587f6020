import { readFile } from 'node:fs/promises';
import { schemaFolder, snapshotFile } from './paths.ts';
import { diffSchemas, readSchema } from './schema-diff.ts';

const difference = await diffSchemas(await readFile(snapshotFile, 'utf8'), await readSchema(schemaFolder));
if (difference !== '') {
  process.stderr.write(
    `The schema has changes that no migration makes. Run: npm run migration:new <name>\n${difference}`,
  );
  process.exit(1);
}
