import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** Where the schema and its migrations stand. */
export const schemaFolder = join(root, 'prisma/schema');
export const migrationsFolder = join(root, 'prisma/migrations');
/** The schema as the migrations leave it: what the next migration is a difference to. */
export const snapshotFile = join(migrationsFolder, 'schema.snapshot.prisma');
