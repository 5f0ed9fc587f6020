import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

export const schemaFolder = join(root, 'prisma/schema');
export const migrationsFolder = join(root, 'prisma/migrations');
/** The schema after all migrations; the next one is the difference to it. */
export const snapshotFile = join(migrationsFolder, 'schema.snapshot.prisma');
